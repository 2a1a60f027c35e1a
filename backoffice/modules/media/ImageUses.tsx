import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import css from '#backoffice/modules/media/ImagePage.module.css'
import { contentNodeAddress } from '#backoffice/i18n/content-node-names.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { PictureAnswer } from '#contract/media.staff.ts'

type Use = PictureAnswer['uses_here'][number]

/** The places that show the image, each as a link. */
export function ImageUses({ picture }: { picture: PictureAnswer }) {
  const t = useTranslate()
  const { uses_here, elsewhere } = picture
  return (
    <section className={css.part} aria-label={t('media.usedIn')}>
      <h2>{t('media.usedIn')}</h2>
      {uses_here.length + elsewhere === 0 ? (
        <p className={css.soft}>{t('media.usedNowhere')}</p>
      ) : null}
      <ul>
        {uses_here.map((use) => (
          <li key={`${use.kind} ${use.channel} ${use.id} ${use.place} ${use.language}`}>
            <BackofficeLink to={addressOf(use)}>
              {t(`media.use.${use.kind}`, { channel: use.channel })}
              {': '}
              {use.name === '' ? use.id : use.name}
              {use.place === '' || use.kind === 'logo' ? '' : ` (${use.place})`}
            </BackofficeLink>
            <span className={css.soft}>
              {use.language === '' ? '' : `${t(`in.${use.language}`)} `}
              {use.alt === null ? '' : t('media.hasOwnText', { text: use.alt })}
            </span>
          </li>
        ))}
      </ul>
      {elsewhere > 0 ? (
        <p className={css.soft}>{t('media.elsewhere', { count: elsewhere })}</p>
      ) : null}
    </section>
  )
}

function addressOf({ kind, channel, id }: Use): string {
  const encodedId = encodeURIComponent(id)
  switch (kind) {
    case 'content':
    case 'html':
      return contentNodeAddress({ name: id, channel })
    case 'navigation':
      return contentNodeAddress({ name: 'navigation', channel })
    case 'tile':
      return contentNodeAddress({ name: 'tiles', channel })
    case 'logo':
      return `/backoffice/channels/${channel}/theme`
    case 'gift':
    case 'variant':
      return `/backoffice/gifts/${encodedId}`
    case 'brand':
      return `/backoffice/gifts?brand=${encodedId}`
    case 'batch':
      return `/backoffice/batches/${encodedId}`
    case 'draft':
      return `/backoffice/releases/${encodedId}`
  }
}
