/* What is asked of any trace: its steps, what they say, its settings, and what stands in a panel.
 */
#pragma once

#include "support/scene.h"
#include "trace/trace.h"

/* The trace's ids in their order, with blanks between; none stands twice, axes are as long as
   matrices, every step has words, and its numbers are sound. */
void check_ids(Scene *scene, Trace *trace, const char *ids);

/* The trace's setting; NULL for none. */
void check_setting(const Trace *trace, const char *name, const char *value);

/* The panel with this id, which there must be. */
const Panel *panel_named(const Trace *trace, const char *id);

/* The ids of a panel's places, row after row, with blanks between; - for an empty one. */
void check_places(const Panel *panel, int rows, int cols, const char *ids);

/* The ids and arrows of a row: "head-1/scores →/√d_k head-1/scaled -". */
const char *panel_row(Scene *scene, const Panel *panel, int row);
