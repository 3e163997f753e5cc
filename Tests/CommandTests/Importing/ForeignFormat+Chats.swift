extension ForeignFormat {
  static let whatsApp = ForeignFormat(
    title: "WhatsApp", arguments: "whatsapp FILES --as me --me Bob --tz UTC",
    files: [
      "WhatsApp Chat with Annmarker.txt": """
      20/01/2019, 10:00 - Messages are end-to-end encrypted. Systemmarker
      20/01/2019, 10:17 - Sendermarker: Textmarker
      second line
      20/01/2019, 10:18 - Bob: IMG-20190120-WA0001.jpg (file attached)
      20/01/2019, 10:19 - Bob: <Media omitted>
      20/01/2019, 10:20 - Bob: This message was deleted
      20/01/2019, 10:21 - Sendermarker: Edited words <This message was edited>

      """, "IMG-20190120-WA0001.jpg": "picturemarker",
    ],
    elements: [
      .init("the chat's name", "Annmarker"), .init("who wrote", "Sendermarker"),
      .init("words", "Textmarker"), .init("further lines", "second line"),
      .init("time", "2019-01-20T10:17"), .init("a line of WhatsApp itself", "Systemmarker"),
      .init("an attached file", "picturemarker"), .init("media that were omitted", "<Media omitted>"),
      .init("a deleted message", "This message was deleted"), .init("an edited message", "Edited words"),
    ])

  static let slack = ForeignFormat(
    title: "Slack", arguments: "slack FILES --as me --me Bob",
    files: [
      "users.json":
        #"[{"id":"U1","name":"ann","profile":{"real_name":"Usermarker","email":"ann@x.example","image_512":"https://picmarker.example/a.png","title":"Jobmarker"}},{"id":"U2","name":"Bob"}]"#,
      "channels.json":
        #"[{"id":"C1","name":"channelmarker","members":["U1","U2"],"topic":{"value":"Topicmarker"},"purpose":{"value":"Purposemarker"}}]"#,
      "integration_logs.json": #"[{"service_type":"Logmarker"}]"#,
      "channelmarker/2019-01-20.json": """
      [{"type":"message","user":"U1","text":"Parent","ts":"1547978400.000100"},
       {"type":"message","user":"U2","text":"Replymarker","ts":"1547978460.000100","thread_ts":"1547978400.000100"},
       {"type":"message","user":"U1","text":"Words","ts":"1547978401.000100","edited":{"user":"U1","ts":"1547978577.000000"},
        "reactions":[{"name":"reactionmarker","users":["U2"],"count":1}],
        "files":[{"id":"F1","name":"filemarker.png","mimetype":"image/png","size":12,"url_private":"https://files.example/a.png"}],
        "attachments":[{"fallback":"Fallbackmarker","title":"Attachtitle"}],"blocks":[{"type":"rich_text"}]},
       {"type":"message","subtype":"channel_join","user":"U1","text":"<@U1> has joined joinmarker","ts":"1547978402.000100"},
       {"type":"message","subtype":"bot_message","bot_id":"B1","username":"Botmarker","text":"Beep","ts":"1547978403.000100"},
       {"type":"message","user":"U1","text":"Pinned","ts":"1547978404.000100","pinned_to":["C1"]}]
      """,
    ],
    elements: [
      .init("user: real_name", "Usermarker"), .init("user: email", "ann@x.example"),
      .init("user: picture", "picmarker"),
      .init("user: title and other fields", "Jobmarker", notice: "profile.title"),
      .init("channel", "channelmarker"), .init("channel: topic, purpose", "Topicmarker", notice: "topic"),
      .init("text", "Words"), .init("ts", "2019-01-20T10:00"), .init("edited", "2019-01-20T10:02:57"),
      .reference("thread_ts", "messaging.message.replyTo"), .init("reactions", "reactionmarker"),
      .init("files", "filemarker.png"),
      .init("attachments", "Fallbackmarker", notice: "attachments"),
      .init("a subtype, such as channel_join", "joinmarker"), .init("bot_message", "Botmarker"),
      .init("integration_logs.json and other files", "Logmarker", notice: "integration_logs"),
      .skipped("pinned_to", "pinned_to"),
    ])

  private static func event(_ id: String, _ type: String, _ content: String, _ more: String = "") -> String {
    "{\"type\":\"\(type)\",\"event_id\":\"\(id)\",\"room_id\":\"!r:x\",\"sender\":\"@ann:x\",\"origin_server_ts\":1547978457000,\(more)\"content\":\(content)}"
  }

  static let matrix = ForeignFormat(
    title: "Matrix", arguments: "matrix FILES --as me --me @bob:x",
    files: [
      "room.json": "["
        + [
          event("$0", "m.room.name", #"{"name":"Roommarker"}"#, #""state_key":"","#),
          event(
            "$1", "m.room.member",
            #"{"membership":"join","displayname":"Membermarker","avatar_url":"mxc://avatarmarker/a"}"#,
            #""state_key":"@ann:x","#),
          event("$2", "m.room.message", #"{"msgtype":"m.text","body":"Textmarker"}"#),
          event(
            "$3", "m.room.message",
            #"{"msgtype":"m.text","body":"Replymarker","m.relates_to":{"m.in_reply_to":{"event_id":"$2"}}}"#),
          event("$2b", "m.room.message", #"{"msgtype":"m.text","body":"Formerly"}"#),
          event(
            "$4", "m.room.message",
            #"{"msgtype":"m.text","body":"* x","m.new_content":{"msgtype":"m.text","body":"Editmarker"},"m.relates_to":{"rel_type":"m.replace","event_id":"$2b"}}"#
          ),
          event(
            "$5", "m.room.message",
            #"{"msgtype":"m.image","body":"imagemarker.jpg","url":"mxc://x/y","info":{"size":3,"mimetype":"image/jpeg"}}"#
          ),
          event(
            "$6", "m.room.message", #"{"msgtype":"m.location","body":"Placemarker","geo_uri":"geo:1,2"}"#),
          event("$7", "m.sticker", #"{"body":"Stickermarker","url":"mxc://x/z","info":{}}"#),
          event(
            "$8", "m.reaction",
            #"{"m.relates_to":{"rel_type":"m.annotation","event_id":"$2","key":"reactionmarker"}}"#),
          event("$9", "m.room.message", #"{"msgtype":"m.text","body":"Gonemarker"}"#),
          event("$10", "m.room.redaction", "{}", #""redacts":"$9","#),
          event("$11", "m.room.encrypted", #"{"algorithm":"m.megolm.v1.aes-sha2"}"#),
          event("$12", "m.room.topic", #"{"topic":"Topicmarker"}"#, #""state_key":"","#),
          event("$13", "m.call.invite", "{}"), event("$14", "m.receipt", "{}"),
        ].joined(separator: ",\n") + "]"
    ],
    elements: [
      .init("m.room.name", "Roommarker"), .init("m.room.member", "Membermarker"),
      .init("m.room.member: avatar_url", "avatarmarker", notice: "avatar"),
      .init("m.room.message", "Textmarker"), .init("origin_server_ts", "2019-01-20T10:00:57"),
      .reference("m.in_reply_to", "messaging.message.replyTo"), .init("m.replace", "Editmarker"),
      .init("m.image, m.file, m.audio, m.video", "imagemarker.jpg"), .init("m.location", "Placemarker"),
      .init("m.sticker", "Stickermarker"), .init("m.reaction", "reactionmarker"),
      .skipped("m.room.encrypted", "encrypted"), .init("m.room.topic", "Topicmarker", notice: "m.room.topic"),
      .skipped("m.call.invite", "m.call.invite"), .skipped("m.receipt and any other event", "m.receipt"),
    ])

  static let telegram = ForeignFormat(
    title: "Telegram", arguments: "telegram FILES --as me --me Bob",
    files: [
      "result.json": """
      {"about":"x","personal_information":{"first_name":"Bob","bio":"Biomarker"},"contacts":{"list":[{"first_name":"Contactmarker"}]},
       "chats":{"list":[{"name":"Chatmarker","type":"private_group","id":5,"messages":[
        {"id":1,"type":"service","date":"2019-01-20T10:00:00","date_unixtime":"1547978400","actor":"Ann","actor_id":"user1","action":"invite_members","members":["Servicemarker"],"text":""},
        {"id":2,"type":"message","date":"2019-01-20T10:00:57","date_unixtime":"1547978457","edited_unixtime":"1547978577","from":"Frommarker","from_id":"user1","reply_to_message_id":1,
         "text":["Textmarker ",{"type":"text_link","text":"this","href":"https://linkmarker.example"}],
         "reactions":[{"type":"emoji","count":1,"emoji":"reactionmarker","recent":[{"from":"Bob","from_id":"user2"}]}]},
        {"id":3,"type":"message","date":"2019-01-20T10:02:00","date_unixtime":"1547978520","from":"Bob","from_id":"user2","forwarded_from":"Forwardmarker","text":"x","file":"files/a.pdf","file_name":"filemarker.pdf","mime_type":"application/pdf"},
        {"id":4,"type":"message","date":"2019-01-20T10:03:00","date_unixtime":"1547978580","from":"Bob","from_id":"user2","text":"","location_information":{"latitude":47.1234,"longitude":8.4321}},
        {"id":5,"type":"message","date":"2019-01-20T10:04:00","date_unixtime":"1547978640","from":"Bob","from_id":"user2","text":"","contact_information":{"first_name":"Cardmarker","phone_number":"+49"}},
        {"id":6,"type":"message","date":"2019-01-20T10:05:00","date_unixtime":"1547978700","from":"Bob","from_id":"user2","text":"","poll":{"question":"Pollmarker","answers":[{"text":"Answermarker","voters":1}]}},
        {"id":7,"type":"message","date":"2019-01-20T10:06:00","date_unixtime":"1547978760","from":"Bob","from_id":"user2","text":"","media_type":"sticker","sticker_emoji":"Stickermarker","file":"(File not included.)"}]}]}}
      """, "files/a.pdf": "pdfmarker",
    ],
    elements: [
      .init("chat", "Chatmarker"), .init("from", "Frommarker"), .init("text", "Textmarker"),
      .init("text_link", "linkmarker"), .init("date", "2019-01-20T10:00:57"),
      .init("edited", "2019-01-20T10:02:57"), .reference("reply_to_message_id", "messaging.message.replyTo"),
      .init("service messages", "Servicemarker"),
      .init("forwarded_from", "Forwardmarker"), .init("reactions", "reactionmarker"),
      .init("file, photo", "pdfmarker"), .init("location_information", "47.1234"),
      .init("contact_information", "Cardmarker"), .init("poll", "Pollmarker"),
      .init("poll: answers", "Answermarker"), .init("sticker", "Stickermarker"),
      .init("contacts", "Contactmarker", notice: "contacts"),
      .init("personal_information", "Biomarker", notice: "personal_information"),
    ])

  private static func envelope(_ time: Int, _ content: String) -> String {
    "{\"envelope\":{\"source\":\"+491\",\"sourceNumber\":\"+491\",\"sourceUuid\":\"u-1\",\"sourceName\":\"Sendermarker\",\"timestamp\":\(time),\(content)},\"account\":\"+492\"}"
  }

  static let signal = ForeignFormat(
    title: "Signal", arguments: "signal FILES --as me --me +492",
    files: [
      "s.jsonl": [
        envelope(
          1_547_978_457_000,
          #""dataMessage":{"timestamp":1547978457000,"message":"Textmarker","attachments":[{"contentType":"image/jpeg","filename":"filemarker.jpg","size":4}]}"#
        ),
        envelope(
          1_547_978_458_000,
          #""dataMessage":{"timestamp":1547978458000,"message":"Replymarker","quote":{"id":1547978457000,"authorUuid":"u-1","text":"x"}}"#
        ),
        envelope(
          1_547_978_459_000,
          #""editMessage":{"targetSentTimestamp":1547978461000,"dataMessage":{"timestamp":1547978459000,"message":"Editmarker","groupInfo":{"groupId":"g1"}}}"#
        ),
        envelope(
          1_547_978_460_000,
          #""dataMessage":{"timestamp":1547978460000,"reaction":{"emoji":"reactionmarker","targetAuthorUuid":"u-1","targetSentTimestamp":1547978457000,"isRemove":false}}"#
        ),
        envelope(
          1_547_978_461_000,
          #""dataMessage":{"timestamp":1547978461000,"message":"Formerly","groupInfo":{"groupId":"g1","groupName":"Groupname"}}"#
        ),
        envelope(
          1_547_978_462_000,
          #""dataMessage":{"timestamp":1547978462000,"sticker":{"packId":"p","stickerId":1,"emoji":"Stickermarker"}}"#
        ),
        envelope(
          1_547_978_463_000,
          #""dataMessage":{"timestamp":1547978463000,"contacts":[{"name":{"display":"Cardmarker"}}]}"#),
        envelope(1_547_978_464_000, #""typingMessage":{"action":"STARTED"}"#),
        envelope(1_547_978_465_000, #""receiptMessage":{"isRead":true,"timestamps":[1547978457000]}"#),
        envelope(1_547_978_466_000, #""callMessage":{"offerMessage":{"id":1}}"#),
      ].joined(separator: "\n") + "\n"
    ],
    elements: [
      .init("sourceName", "Sendermarker"), .init("sourceUuid", "u-1"), .init("message", "Textmarker"),
      .init("timestamp", "2019-01-20T10:00:57"), .init("attachments", "filemarker.jpg"),
      .reference("quote", "messaging.message.replyTo"), .init("editMessage", "Editmarker"),
      .init("reaction", "reactionmarker"), .init("groupInfo", "Groupname"),
      .init("sticker", "Stickermarker"), .init("contacts", "Cardmarker"),
      .skipped("typingMessage", "typingMessage"), .skipped("receiptMessage", "receiptMessage"),
      .skipped("callMessage", "callMessage"),
    ])

  static let messenger = ForeignFormat(
    title: "Messenger and Instagram", arguments: "messenger FILES --as me --me Bob",
    files: [
      "messages/inbox/ann_1/message_1.json": """
      {"participants":[{"name":"Participantmarker"},{"name":"Bob"}],"title":"Titlemarker","thread_path":"inbox/ann_1","image":{"uri":"messages/imagemarker.jpg"},
       "messages":[
        {"sender_name":"Sendermarker","timestamp_ms":1547978457000,"content":"Textmarker","reactions":[{"reaction":"reactionmarker","actor":"Bob"}]},
        {"sender_name":"Sendermarker","timestamp_ms":1547978456000,"photos":[{"uri":"messages/inbox/ann_1/photos/photomarker.jpg"}]},
        {"sender_name":"Sendermarker","timestamp_ms":1547978455000,"share":{"link":"https://linkmarker.example"}},
        {"sender_name":"Sendermarker","timestamp_ms":1547978454000,"sticker":{"uri":"messages/stickermarker.png"}},
        {"sender_name":"Sendermarker","timestamp_ms":1547978453000,"call_duration":17,"content":"Callmarker"},
        {"sender_name":"Sendermarker","timestamp_ms":1547978452000,"is_unsent":true}]}
      """, "messages/inbox/ann_1/photos/photomarker.jpg": "picturemarker",
    ],
    elements: [
      .init("title", "Titlemarker"), .init("participants", "Participantmarker"),
      .init("sender_name", "Sendermarker"), .init("content", "Textmarker"),
      .init("timestamp_ms", "2019-01-20T10:00:57"), .init("reactions", "reactionmarker"),
      .init("photos, videos, audio_files, gifs, files", "picturemarker"),
      .init("share", "linkmarker"), .init("sticker", "stickermarker"), .init("a call", "Callmarker"),
      .init("call_duration", "call_duration", notice: "call_duration"),
      .init("is_unsent", "(message taken back)"), .init("image", "imagemarker", notice: "image"),
    ])

  static let discord = ForeignFormat(
    title: "Discord", arguments: "discord FILES --as me --me Bob",
    files: [
      "a.json": """
      {"guild":{"id":"1","name":"Guildmarker"},"channel":{"id":"22","type":"GuildTextChat","category":"Categorymarker","name":"channelmarker","topic":"Topicmarker"},
       "messages":[
        {"id":"100","type":"Default","timestamp":"2019-01-20T10:00:57+00:00","timestampEdited":"2019-01-20T10:02:57+00:00","isPinned":true,"content":"Textmarker",
         "author":{"id":"7","name":"ann","nickname":"Authormarker","avatarUrl":"https://avatarmarker.example/a.png","roles":[{"name":"Rolemarker"}]},
         "attachments":[{"id":"9","url":"https://cdn.example/b.png","fileName":"filemarker.png","fileSizeBytes":12}],"embeds":[{"title":"Embedbeside"}],"stickers":[],
         "reactions":[{"emoji":{"name":"reactionmarker"},"count":1}],"mentions":[]},
        {"id":"101","type":"Reply","timestamp":"2019-01-20T10:04:00+00:00","content":"Replymarker","author":{"id":"8","name":"bob"},"reference":{"messageId":"100"}},
        {"id":"102","type":"Default","timestamp":"2019-01-20T10:05:00+00:00","content":"","author":{"id":"5","name":"bot"},"embeds":[{"title":"Embedmarker"}],"stickers":[{"name":"Stickermarker"}]},
        {"id":"103","type":"GuildMemberJoin","timestamp":"2019-01-20T10:06:00+00:00","content":"Joinmarker","author":{"id":"9","name":"carl"}}]}
      """
    ],
    elements: [
      .init("guild", "Guildmarker"), .init("channel: name", "channelmarker"),
      .init("channel: topic, category", "Topicmarker", notice: "topic"), .init("author", "Authormarker"),
      .init("avatarUrl", "avatarmarker"), .init("roles", "Rolemarker", notice: "roles"),
      .init("content", "Textmarker"), .init("timestamp", "2019-01-20T10:00:57"),
      .init("timestampEdited", "2019-01-20T10:02:57"), .init("attachments", "filemarker.png"),
      .init("reactions", "reactionmarker"), .reference("reference", "messaging.message.replyTo"),
      .init("embeds", "Embedmarker"), .init("embeds beside words", "Embedbeside", notice: "embeds"),
      .init("stickers", "Stickermarker"), .init("what Discord itself says", "Joinmarker"),
      .skipped("isPinned", "isPinned"),
    ])
}
