import type { Case } from '#backoffice/modules/vouchers/detail/voucher-detail.ts'
import { Card } from '#backoffice/kit/page/Card.tsx'
import { formatDay } from '#backoffice/kit/time/day-text.ts'
import { useBackofficeLanguage, useTranslate } from '#backoffice/i18n/translator.tsx'
import { languages } from '#domain/language.ts'
import { hasPicture, pictureUrl } from '#ui/lib/image-address.ts'

import css from './StorefrontPreview.module.css'

/** A small view of the shop as the recipient sees it, from the shop's own responses. */
export function StorefrontPreview({ found }: { found: Case }) {
  const t = useTranslate()
  const { language: spoken } = useBackofficeLanguage()
  const { screen, last_day } = found
  const { language } = screen
  return (
    <Card title={t('voucher.screen')} aside={t('voucher.screenIn')}>
      {language === found.language ? null : (
        <p className={css.languages}>
          {t('voucher.screenLanguage', {
            shop: t(`in.${language}`),
            own: t(`in.${found.language}`),
          })}
        </p>
      )}
      <div className={css.shop}>
        <p className={css.top}>
          <span>
            {last_day
              ? `${t('voucher.validUntil')} ${formatDay(spoken, last_day)}`
              : t('voucher.noEnd')}
          </span>
          <span lang={language}>{languages[language].label}</span>
        </p>
        {screen.closed === null ? null : (
          <div className={css.closed}>
            <p>{t('voucher.screenClosed')}</p>
            <p lang={language}>
              <b>{screen.words}</b>
            </p>
          </div>
        )}
        <p className={css.balance}>
          <b>{t('voucher.screenPoints', { count: screen.points })}</b>
        </p>
        {screen.cart.length > 0 ? <CartLines screen={screen} /> : null}
        <h3 className={css.title}>
          {t(screen.points === 0 ? 'voucher.screenGiftsSpent' : 'voucher.screenGifts', {
            count: screen.gifts_total,
          })}
        </h3>
        <GiftGrid screen={screen} />
      </div>
    </Card>
  )
}

type Screen = Case['screen']

function CartLines({ screen: { cart, language } }: { screen: Screen }) {
  const t = useTranslate()
  const { language: spoken } = useBackofficeLanguage()
  return (
    <div className={css.cart}>
      <h3>{t('voucher.screenCart')}</h3>
      <ul>
        {cart.map(({ name, quantity, points }, at) => (
          <li key={at} lang={language}>
            <span>
              {quantity} × {name}
            </span>
            <span lang={spoken}>{t('voucher.screenPoints', { count: points })}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

function GiftGrid({ screen: { gifts, language } }: { screen: Screen }) {
  const t = useTranslate()
  return (
    <ul className={css.grid}>
      {gifts.map(({ name, points, picture }, at) => (
        <li key={at}>
          {hasPicture(picture) ? (
            <img src={pictureUrl(picture, 240)} alt="" loading="lazy" />
          ) : (
            <span className={css.blank} />
          )}
          <b lang={language}>{name}</b>
          <span className={css.points}>{t('voucher.screenPoints', { count: points })}</span>
        </li>
      ))}
    </ul>
  )
}
