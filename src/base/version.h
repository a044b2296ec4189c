#ifndef BASE_VERSION_H
#define BASE_VERSION_H

#define ATTNVIZ_VERSION "0.1.0"

#endif
