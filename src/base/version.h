#pragma once

#define ATTNVIZ_VERSION "0.1.0"
