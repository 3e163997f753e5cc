#!/usr/bin/env python3
"""Reads a mailbox as Python's standard library does: each message parsed, its texts decoded, its attachments' bytes too.

    read_mailbox.py IN.mbox
"""

import mailbox
import sys

messages = characters = size = 0
for message in mailbox.mbox(sys.argv[1], create=False):
    messages += 1
    for part in message.walk():
        if part.is_multipart():
            continue
        content = part.get_payload(decode=True) or b""
        if part.get_content_maintype() == "text":
            characters += len(content.decode(part.get_content_charset("utf-8"), "replace"))
        else:
            size += len(content)
print(f"{messages} messages, {characters} characters, {size} bytes of attachments", file=sys.stderr)
