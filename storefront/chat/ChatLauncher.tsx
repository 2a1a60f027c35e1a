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

type ChatLauncherProps = {
  /** The round button in the corner of the window. */
  inCorner?: boolean
  /** The style of the button in another place. */
  className?: string | undefined
}

/** Opens the chat. Before the click nothing loads and no external service is contacted. */
export function ChatLauncher({ inCorner = false, className }: ChatLauncherProps) {
  const texts = useTexts('footercomponents')
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
        className={className ?? (inCorner ? css.inCorner : css.launcher)}
        data-chat
        aria-haspopup={chat.kind === 'own' ? 'dialog' : undefined}
        onClick={() => void start()}
      >
        <Icon name="chat" />
        <span className={className ? undefined : css.label}>{texts.jsx('chatTitle')}</span>
      </button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        side="right"
        title={texts.jsx('chatTitle')}
        closeLabel={common.text('close', {}, 'Sluiten')}
      >
        <Suspense fallback={<Spinner label={common.text('loading')} />}>
          <ChatPanel />
        </Suspense>
      </Dialog>
    </>
  )
}
