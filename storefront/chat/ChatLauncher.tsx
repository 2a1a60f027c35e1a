import { lazy, Suspense, useState } from 'react'

import { serverSite } from '#storefront/api/server-data.ts'
import { useLanguage } from '#storefront/i18n/use-language.ts'
import { useTexts } from '#storefront/i18n/texts.tsx'
import { Dialog } from '#ui/components/Dialog.tsx'
import { Icon } from '#ui/components/Icon.tsx'
import { Spinner } from '#ui/components/Spinner.tsx'
import { useToast } from '#ui/components/Toasts.tsx'
import css from './ChatLauncher.module.css'

const ChatPanel = lazy(async () => ({
  default: (await import('#storefront/chat/ChatPanel.tsx')).ChatPanel,
}))

type Look = {
  /** Round, like the badge above it. */
  inCorner?: boolean
  /** For use in another place. */
  className?: string | undefined
}

/** Opens help. Nothing loads, and no outside service is contacted, before the click. */
export function ChatLauncher({ inCorner = false, className }: Look) {
  const words = useTexts('footercomponents')
  const common = useTexts('websitetranslationcomponents')
  const language = useLanguage()
  const [open, setOpen] = useState(false)
  const notify = useToast()
  const { chat } = serverSite()
  if (chat.kind === 'none') return null

  async function start() {
    if (chat.kind === 'own') return setOpen(true)
    const { openExternalChat } = await import('#storefront/chat/external-chat.ts')
    const isLoaded = await openExternalChat(chat, language)
    if (!isLoaded) notify(common.text('somethingWentWrong'))
    return undefined
  }
  return (
    <>
      <button
        type="button"
        className={className ?? (inCorner ? css.ofCorner : css.launcher)}
        data-chat
        aria-haspopup={chat.kind === 'own' ? 'dialog' : undefined}
        onClick={() => void start()}
      >
        <Icon name="chat" />
        <span className={className ? undefined : css.label}>{words.say('chatTitle')}</span>
      </button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        side="right"
        title={words.say('chatTitle')}
        closeLabel={common.text('close', {}, 'Sluiten')}
      >
        <Suspense fallback={<Spinner label={common.text('loading')} />}>
          <ChatPanel />
        </Suspense>
      </Dialog>
    </>
  )
}
