import { useLocation } from '#storefront/router/router.tsx'

import { ChatLauncher } from '#storefront/chat/ChatLauncher.tsx'
import { useCheckoutStep } from '#storefront/order-flow/checkout-step.ts'
import { HeaderTools } from '#storefront/layout/header/HeaderTools.tsx'
import { ProgressBar } from '#storefront/layout/header/ProgressBar.tsx'
import { ShopLogo } from '#storefront/images/ShopLogo.tsx'
import { TopBar } from '#storefront/layout/header/TopBar.tsx'
import { serverSite } from '#storefront/api/server-data.ts'
import { logoAlt } from '#storefront/images/logo-alt.ts'
import { ShopLink } from '#storefront/router/ShopLink.tsx'
import { useLanguage } from '#storefront/i18n/use-language.ts'
import { useSession } from '#storefront/session/use-session.ts'
import { useTexts } from '#storefront/i18n/texts.tsx'
import { Icon } from '#ui/components/Icon.tsx'
import css from './CheckoutHeader.module.css'

/** The header without search and menu. The steps replace them. */
export function CheckoutHeader() {
  const words = useTexts('headercomponents')
  const identity = useSession()?.corporate_identity
  const language = useLanguage()
  const logo = identity?.logo ?? ''
  // The visible text first, then the destination.
  const name = [logoAlt(identity, language), words.text('homeLabel', {}, 'Home')]
    .filter((part) => part !== '')
    .join(', ')
  const step = useCheckoutStep(useLocation().pathname)
  return (
    <header className={css.header}>
      <TopBar />
      <div className={css.row}>
        <ShopLink to="/" className={css.home}>
          <ShopLogo file={logo} name={name} className={css.logo} />
          {/* Shown in the place of a logo that does not come. */}
          <span className={css.house}>
            <Icon name="home" />
            <span className="visually-hidden">{words.say('homeLabel', {}, 'Home')}</span>
          </span>
        </ShopLink>
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
  const words = useTexts('footercomponents')
  const chat = useSession()?.corporate_identity.use_chatbot ?? false
  if (chat && serverSite().chat.kind !== 'none') return <ChatLauncher className={css.help} />
  return (
    <ShopLink to="/contact" className={css.help}>
      <Icon name="chat" />
      <span>{words.say('contactButton')}</span>
    </ShopLink>
  )
}
