import { describe, expect, it } from 'vitest'

import { chatOrigin, notFitForLive, readConfig } from '#server/config.ts'

describe('a chat service from outside', () => {
  const chat = { CHAT: 'chatwoot', CHAT_ORIGIN: 'https://chat.example', CHAT_ID: 'one' }

  it('opens the pages to its origin and to no other (FRAME-8)', () => {
    expect(chatOrigin(readConfig(chat))).toBe('https://chat.example')
    expect(chatOrigin(readConfig({ ...chat, CHAT: 'own' }))).toBeNull()
  })

  it.each(['https://chat.example/widget', 'https://chat.example; script-src *', 'chat.example'])(
    'is refused at %s, which is no origin',
    (CHAT_ORIGIN) => {
      expect(() => readConfig({ ...chat, CHAT_ORIGIN })).toThrow(/CHAT_ORIGIN/)
    },
  )

  it('needs to be told where it is and who asks', () => {
    expect(() => readConfig({ CHAT: 'crisp' })).toThrow(/set CHAT_ORIGIN and CHAT_ID too/)
  })
})

describe('a live shop', () => {
  it.each(['MOLLIE_URL', 'MONTA_URL', 'POSTCODE_URL'])(
    'sends no key to %s over a line that anybody can read (B40)',
    (name) => {
      const said = `${name} is not an https address`
      const of = (url: string) => notFitForLive(readConfig({ [name]: url }))
      expect(of('http://api.example')).toContain(said)
      expect(of('https://api.example')).not.toContain(said)
      expect(notFitForLive(readConfig({}))).not.toContain(said)
    },
  )
})
