// libxml2's headers include ICU's where it was built with it, and Foundation brings other headers of ICU: a module that
// imports both does not compile. Nothing here uses what they declare.
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED
#include <libxml/parser.h>
#include <libxml/xmlerror.h>
