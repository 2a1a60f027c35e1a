import type { VoucherDetail } from '#backoffice/modules/vouchers/detail/voucher-detail.ts'
import { Card } from '#backoffice/kit/page/Card.tsx'
import { formatDay } from '#backoffice/kit/time/day-text.ts'
import { useBackofficeLanguage, useTranslate } from '#backoffice/i18n/translator.tsx'
import { languages } from '#domain/language.ts'
import { hasPicture, pictureUrl } from '#ui/lib/image-address.ts'

import css from './StorefrontPreview.module.css'

/** A small view of the shop as the recipient sees it, from the shop's own responses. */
export function StorefrontPreview({ voucher }: { voucher: VoucherDetail }) {
  const t = useTranslate()
  const { language: staffLanguage } = useBackofficeLanguage()
  const { screen, last_day } = voucher
  const { language } = screen
  return (
    <Card title={t('voucher.screen')} aside={t('voucher.screenIn')}>
      {language === voucher.language ? null : (
        <p className={css.languages}>
          {t('voucher.screenLanguage', {
            shop: t(`in.${language}`),
            own: t(`in.${voucher.language}`),
          })}
        </p>
      )}
      <div className={css.shop}>
        <p className={css.top}>
          <span>
            {last_day
              ? `${t('voucher.validUntil')} ${formatDay(staffLanguage, last_day)}`
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

type Screen = VoucherDetail['screen']

function CartLines({ screen: { cart, language } }: { screen: Screen }) {
  const t = useTranslate()
  const { language: staffLanguage } = useBackofficeLanguage()
  return (
    <div className={css.cart}>
      <h3>{t('voucher.screenCart')}</h3>
      <ul>
        {cart.map(({ name, quantity, points }, index) => (
          <li key={index} lang={language}>
            <span>
              {quantity} × {name}
            </span>
            <span lang={staffLanguage}>{t('voucher.screenPoints', { count: points })}</span>
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
      {gifts.map(({ name, points, picture }, index) => (
        <li key={index}>
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
