import type { Answer } from '#contract/client.shop.ts'
import type { Language } from '#domain/language.ts'

type Chat = Answer<'site'>['chat']

type ChatWindow = typeof globalThis & {
  chatwootSettings?: { hideMessageBubble: boolean; locale: string }
  chatwootSDK?: { run(options: { websiteToken: string; baseUrl: string }): void }
  $chatwoot?: { toggle(state: 'open'): void; reset(): void }
  $crisp?: { push(command: string[]): void }
  CRISP_WEBSITE_ID?: string
  CRISP_RUNTIME_CONFIG?: { locale: string }
}

const chatWindow = () => globalThis as ChatWindow
let loading: Promise<boolean> | undefined

/**
 * Opens the chat of the configured service. Its script loads once, on request, and only from the service's own
 * origin. False if it did not load.
 */
export async function openExternalChat(chat: Chat, language: Language): Promise<boolean> {
  const { origin, id } = chat
  if (origin === null || id === null) return false
  const open = chat.kind === 'chatwoot' ? openChatwoot : openCrisp
  loading ??= open(origin, id, language)
  const isLoaded = await loading
  if (!isLoaded) loading = undefined
  else if (chat.kind === 'chatwoot') chatWindow().$chatwoot?.toggle('open')
  else chatWindow().$crisp?.push(['do', 'chat:open'])
  return isLoaded
}

/** The next user of this browser must not see the conversation. */
export function eraseExternalChat(): void {
  chatWindow().$chatwoot?.reset()
  chatWindow().$crisp?.push(['do', 'session:reset'])
}

async function openChatwoot(origin: string, id: string, locale: Language): Promise<boolean> {
  const window = chatWindow()
  window.chatwootSettings = { hideMessageBubble: true, locale }
  const ready = new Promise((resolve) => {
    window.addEventListener('chatwoot:ready', resolve, { once: true })
  })
  if (!(await loadScript(`${origin}/packs/js/sdk.js`)) || !window.chatwootSDK) return false
  window.chatwootSDK.run({ websiteToken: id, baseUrl: origin })
  await ready
  return true
}

async function openCrisp(origin: string, id: string, locale: Language): Promise<boolean> {
  const window = chatWindow()
  // An array until the script replaces it. The script runs the commands that were pushed before.
  window.$crisp ??= [] as unknown[] as { push(command: string[]): void }
  window.CRISP_WEBSITE_ID = id
  window.CRISP_RUNTIME_CONFIG = { locale }
  return loadScript(`${origin}/l.js`)
}

function loadScript(src: string): Promise<boolean> {
  return new Promise((resolve) => {
    const script = document.createElement('script')
    script.src = src
    script.async = true
    script.addEventListener('load', () => resolve(true))
    script.addEventListener('error', () => {
      script.remove()
      resolve(false)
    })
    document.head.append(script)
  })
}
