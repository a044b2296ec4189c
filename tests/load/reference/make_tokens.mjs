// What Hugging Face's own tokenizers make of some texts, by the files in ../pretrained.
//
//     npm install tokenizers && node tests/load/reference/make_tokens.mjs
//
// writes ../pretrained/tokens.list: a model, a text as JSON and its tokens' numbers, with tabs
// between; and ../pretrained/words.txt, the numbers of the sentence that make_pretrained.py computes.
import { readFileSync, writeFileSync } from "fs";
import { createRequire } from "module";
import { dirname, join } from "path";
import { fileURLToPath } from "url";

const { Tokenizer } = createRequire(join(process.cwd(), "x"))("tokenizers");
const folder = join(dirname(fileURLToPath(import.meta.url)), "../pretrained");
const models = ["gpt2", "bert", "roberta", "distilbert", "llama", "mistral", "qwen2"];
const sentence = "He hit the ball with the bat";
const texts = [
  sentence, "the", " the bat", "the  bat ", "Bats don't play; they\tsleep.\n\nWhat?", "1992 and 19,92",
  "it's IT'S we'll", "naïve café Ünïcode", "中文 bat 日本", "🦇 bat\u200d🏏", "e\u0301 and é", "ﬁne ½ ①",
  "a_b-c/d\\e{f}[g](h)", "<s>bat</s>", "hit <mask> bat", "hit [MASK] bat", "[MASK]", "<|endoftext|>bat",
  "x<|endoftext|>", "▁bat", "\u00a0bat\u2003hit", "\u0007bat", "ЗДРАВСТВУЙ мир", "مرحبا بالعالم", "ÀÉÎ",
  "....", "'", "''s", " ", "  a   b    c", "tabs\there\r\nline", "ⅷ２３", "¡Hola! ¿Qué?", "a\u0300\u0301b",
  "batbatbatbat", "THE BAT", "–—…“quoted”", "<unk> <0x41> A",
];
const lines = [], words = [];
for (const name of models) {
  const tokenizer = Tokenizer.fromFile(join(folder, name, "tokenizer.json"));
  for (const text of process.argv[2] ? JSON.parse(readFileSync(process.argv[2])) : texts)
    lines.push(`${name}\t${JSON.stringify(text)}\t${(await tokenizer.encode(text)).getIds().join(" ")}`);
  words.push(`${name}\t${(await tokenizer.encode(sentence)).getIds().join(" ")}`);
}
writeFileSync(process.argv[2] ? process.argv[2] + ".list" : join(folder, "tokens.list"), lines.join("\n") + "\n");
writeFileSync(join(folder, "words.txt"), words.join("\n") + "\n");
