import { useLocation } from '#storefront/router/router.tsx'

import { ChatLauncher } from '#storefront/chat/ChatLauncher.tsx'
import { useCheckoutStep } from '#storefront/order-flow/checkout-step.ts'
import { HeaderTools } from '#storefront/layout/header/HeaderTools.tsx'
import { ProgressBar } from '#storefront/layout/header/ProgressBar.tsx'
import { HomeLink } from '#storefront/layout/header/HomeLink.tsx'
import { TopBar } from '#storefront/layout/header/TopBar.tsx'
import { serverSite } from '#storefront/api/server-data.ts'
import { ShopLink } from '#storefront/router/ShopLink.tsx'
import { useSession } from '#storefront/session/use-session.ts'
import { useTexts } from '#storefront/i18n/texts.tsx'
import { Icon } from '#ui/components/Icon.tsx'
import css from './CheckoutHeader.module.css'

/** The header of the order steps: a progress bar in place of search and menu. */
export function CheckoutHeader() {
  const step = useCheckoutStep(useLocation().pathname)
  return (
    <header className={css.header}>
      <TopBar />
      <div className={css.row}>
        <HomeLink className={css.home} logoClass={css.logo} iconClass={css.house} />
        <div className={css.steps}>
          <ProgressBar step={step} />
        </div>
        <HeaderTools />
        <Help />
      </div>
    </header>
  )
}

/** The chat if this channel has one, else the contact page. */
function Help() {
  const texts = useTexts('footercomponents')
  const hasChat = useSession()?.corporate_identity.use_chatbot ?? false
  if (hasChat && serverSite().chat.kind !== 'none') return <ChatLauncher className={css.help} />
  return (
    <ShopLink to="/contact" className={css.help}>
      <Icon name="chat" />
      <span>{texts.jsx('contactButton')}</span>
    </ShopLink>
  )
}
