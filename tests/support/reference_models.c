#include "support/reference_models.h"

RecurrentCell reference_cell(Graph *g, Scene *scene, const Safetensors *file, const char *name,
                             CellKind kind)
{
    RecurrentCell cell = {.kind = kind};
    cell.W = reference_node(g, scene, file, name, "W");
    cell.U = reference_node(g, scene, file, name, "U");
    cell.U_gates = kind == CELL_GRU ? reference_node(g, scene, file, name, "U_gates") : NULL;
    cell.b = reference_node(g, scene, file, name, "b");
    return cell;
}

const ModelKind *next_kind(const ModelFamily *family, const ModelKind *kind)
{
    kind = kind ? kind + 1 : model_kinds;
    while (kind < model_kinds + model_kind_count && kind->family != family)
        kind++;
    return kind < model_kinds + model_kind_count ? kind : NULL;
}

Model reference_model(Scene *scene, const Safetensors *file, const char *name,
                      const ModelKind *kind, const void *sizes, int end)
{
    Model m = model_new(scene->arena, kind, sizes);
    m.end = end;
    for (int i = 0; i < m.parameters->count; i++) {
        Parameter *p = &m.parameters->items[i];
        p->value = reference(scene, file, name, p->name);
        assert_true(p->value.rows == p->rows && p->value.cols == p->cols);
    }
    return m;
}

static void assert_gradients(Scene *scene, const Graph *g, const Safetensors *file,
                             const char *name, const char *part)
{
    size_t before = strcspn(part, "%");
    for (int i = 0; i < g->parameters->count; i++) {
        const Parameter *p = &g->parameters->items[i];
        const char *id = arena_format(scene->arena, "%.*s%s%s", (int)before, part, p->name,
                                      part + before + strlen("%s"));
        assert_close(p->node->grad, reference(scene, file, name, id), 1e-5, id);
    }
}

void check_predictions(Scene *scene, const Safetensors *file, const char *name,
                       const char *gradient, const Model *model, const SentencePairs *pairs)
{
    Graph *g = plain_graph(scene);
    Predictions p = model->kind->family->predict(g, model, pairs, true);
    Node *loss = predictions_loss(g, p, pairs->weight);
    assert_close(p.scores->value, reference(scene, file, name, "scores"), 1e-5, name);
    assert_close(loss->value, reference(scene, file, name, "loss"), 1e-5, name);
    graph_backward(g, loss);
    assert_gradients(scene, g, file, name, gradient);
}
