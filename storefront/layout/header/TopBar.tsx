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
        <ArrivalNotice />
        <Validity />
        <div className={css.own}>
          <LanguageMenu />
          <LogoutButton />
        </div>
      </div>
    </div>
  )
}

/** Stands for the date until the sentence is filled in. No text contains this character. */
const DATE_MARK = '\u{F8FF}'

/**
 * The arrival of gifts that are ordered now. A text with the day is shown once the day is known. A gift's page states the
 * gift's own day, which may be later, so the bar states none there.
 */
function ArrivalNotice() {
  const texts = useTexts('headercomponents')
  const language = useLanguage()
  const arrival = useArrival()
  const { pathname } = useLocation()
  if (pathname.startsWith('/product-description/')) return null
  const namesDay = texts.text('timingText', { day: DATE_MARK }).includes(DATE_MARK)
  if (!texts.has('timingText') || (namesDay && !arrival)) return null
  const day = arrival ? formatDay(arrival.monta.home, language) : ''
  return (
    <p className={css.timing}>
      <span>{texts.jsx('timingText', { day })}</span>
      {texts.has('timingInfo') ? (
        <InfoTip
          label={texts.text('timingInfoLabel', {}, texts.text('timingText', { day }))}
          text={texts.text('timingInfo')}
          lang={texts.lang('timingInfo')}
        />
      ) : null}
    </p>
  )
}

function Validity() {
  const texts = useTexts('headercomponents')
  const language = useLanguage()
  const { ended } = useHeaderCart()
  const validUntil = useSession()?.shoppingcart.valid_until ?? ''
  if (validUntil === '') return null
  const key = ended && texts.has('validityEndedText') ? 'validityEndedText' : 'validityText'
  const [before = '', after = ''] = texts.text(key, { valid_until: DATE_MARK }).split(DATE_MARK)
  return (
    <p className={css.validity} lang={texts.lang(key)} data-ended={ended || undefined}>
      <Icon name={ended ? 'warning' : 'calendar'} />
      <span>
        {before}
        <b>{localizedDate(validUntil, language)}</b>
        {after}
      </span>
    </p>
  )
}
