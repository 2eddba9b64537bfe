# A conversation with a chat model.
chat-open = Chat
chat-about = The template that comes with the model makes one text of the conversation; the model goes on with it.
chat-message = Your message
chat-send = Send
chat-new = New chat
chat-system = How it is to behave (system message)
chat-read = What the model reads: dashed tokens are the template's
chat-by-system = System
chat-by-you = You
chat-by-model = Model
chat-raised = The template refuses this conversation: { $why }
chat-failed = The template cannot be used (line { $line }): { $why }
chat-too-much = The template does more than the page lets it.
