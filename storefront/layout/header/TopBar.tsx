import { localizedDate } from '#domain/content/text-template.ts'
import { formatDay } from '#domain/fulfilment/delivery-moment.ts'
import { useArrival } from '#storefront/product-card/use-arrival.ts'
import { useHeaderCart } from '#storefront/layout/header/header-cart.ts'
import { InfoTip } from '#storefront/layout/InfoTip.tsx'
import { LanguageMenu } from '#storefront/layout/header/LanguageMenu.tsx'
import { LogoutButton } from '#storefront/layout/header/LogoutButton.tsx'
import { useLocation } from '#storefront/router/router.tsx'
import { useLanguage } from '#storefront/i18n/use-language.ts'
import { useSession } from '#storefront/session/use-session.ts'
import { useTexts } from '#storefront/i18n/texts.tsx'
import { Icon } from '#ui/components/Icon.tsx'
import css from './TopBar.module.css'

/** The bar at the top: arrival, expiry of the points, language, logout. */
export function TopBar() {
  return (
    <div className={css.ground}>
      <div className={css.bar} data-top-bar>
        <Timing />
        <Validity />
        <div className={css.own}>
          <LanguageMenu />
          <LogoutButton />
        </div>
      </div>
    </div>
  )
}

/** Marks the place of the date while the sentence is filled in. No text contains this character. */
const PLACE = '\u{F8FF}'

/**
 * The arrival of gifts that are ordered now. A text with the day is shown once the day is known. A gift's page states the
 * gift's own day, which may be later, so the bar states none there.
 */
function Timing() {
  const words = useTexts('headercomponents')
  const language = useLanguage()
  const arrival = useArrival()
  const { pathname } = useLocation()
  if (pathname.startsWith('/product-description/')) return null
  const named = words.text('timingText', { day: PLACE }).includes(PLACE)
  if (!words.has('timingText') || (named && !arrival)) return null
  const day = arrival ? formatDay(arrival.monta.home, language) : ''
  return (
    <p className={css.timing}>
      <span>{words.say('timingText', { day })}</span>
      {words.has('timingInfo') ? (
        <InfoTip
          label={words.text('timingInfoLabel', {}, words.text('timingText', { day }))}
          text={words.text('timingInfo')}
          lang={words.lang('timingInfo')}
        />
      ) : null}
    </p>
  )
}

function Validity() {
  const words = useTexts('headercomponents')
  const language = useLanguage()
  const { ended } = useHeaderCart()
  const validUntil = useSession()?.shoppingcart.valid_until ?? ''
  if (validUntil === '') return null
  const key = ended && words.has('validityEndedText') ? 'validityEndedText' : 'validityText'
  const [before = '', after = ''] = words.text(key, { valid_until: PLACE }).split(PLACE)
  return (
    <p className={css.validity} lang={words.lang(key)} data-ended={ended || undefined}>
      <Icon name={ended ? 'warning' : 'calendar'} />
      <span>
        {before}
        <b>{localizedDate(validUntil, language)}</b>
        {after}
      </span>
    </p>
  )
}
