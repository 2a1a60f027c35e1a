import { useQuery } from '@tanstack/react-query'

import css from '#backoffice/modules/content/ContentPage.module.css'
import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'

type Said = StaffResponse<'alternativeTexts'>['items'][number]

/** Matches shown before 'Show all'. */
const AT_ONCE = 4

/** Matches in alt texts of images. Each one links to the field with the text. */
export function FoundImages({ search, channel }: { search: string; channel: string | null }) {
  const t = useTranslate()
  const { data } = useQuery({
    ...staffQuery('alternativeTexts', { search, ...(channel === null ? {} : { channel }) }),
    enabled: search !== '',
  })
  if (search === '' || !data || data.count === 0) return null
  const { items, count } = data
  return (
    <section className={css.pictures} aria-label={t('picturesFound', { count })}>
      <h2>{t('picturesFound', { count })}</h2>
      <ul>{items.slice(0, AT_ONCE).map(line)}</ul>
      {items.length > AT_ONCE ? (
        <details>
          <summary>{t('picturesMore', { count: items.length - AT_ONCE })}</summary>
          <ul>{items.slice(AT_ONCE).map(line)}</ul>
        </details>
      ) : null}
      {count > items.length ? (
        <p className={css.soft}>{t('picturesNotShown', { count: count - items.length })}</p>
      ) : null}
    </section>
  )

  function line(image: Said) {
    const name = image.name === '' ? image.file : image.name
    return (
      <li key={`${image.place} ${image.id} ${image.file} ${image.language}`}>
        <BackofficeLink to={addressOf(image)}>
          {image.place === 'logo'
            ? t('pictureIn.logo', { name: `${image.id} ${image.name}` })
            : t(`pictureIn.${image.place}`, { name })}
        </BackofficeLink>{' '}
        <span lang={image.language}>{image.excerpt}</span>{' '}
        <span className={css.soft}>{image.language}</span>
      </li>
    )
  }
}

const addressOf = ({ place, id, file, language }: Said) =>
  place === 'picture'
    ? `/backoffice/media/${id}#alt-${language}`
    : place === 'logo'
      ? `/backoffice/channels/${id}/theme#logo-alt-${language}`
      : `/backoffice/gifts/${id}#alt-${file.slice(0, 32)}-${language}`
