#include <gmime/gmime.h>

// GObject's questions and casts are macros, which Swift does not see.

static inline GMimeMultipart *daybook_multipart(GMimeObject *object) {
  return GMIME_IS_MULTIPART(object) ? GMIME_MULTIPART(object) : NULL;
}

static inline GMimePart *daybook_part(GMimeObject *object) {
  return GMIME_IS_PART(object) ? GMIME_PART(object) : NULL;
}

static inline GMimeMessagePart *daybook_message_part(GMimeObject *object) {
  return GMIME_IS_MESSAGE_PART(object) ? GMIME_MESSAGE_PART(object) : NULL;
}

static inline GMimeObject *daybook_object(GMimeMessage *message) { return GMIME_OBJECT(message); }

static inline InternetAddressMailbox *daybook_mailbox(InternetAddress *address) {
  return INTERNET_ADDRESS_IS_MAILBOX(address) ? INTERNET_ADDRESS_MAILBOX(address) : NULL;
}

static inline InternetAddressGroup *daybook_group(InternetAddress *address) {
  return INTERNET_ADDRESS_IS_GROUP(address) ? INTERNET_ADDRESS_GROUP(address) : NULL;
}
