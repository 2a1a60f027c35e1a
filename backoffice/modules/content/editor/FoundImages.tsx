import { useQuery } from '@tanstack/react-query'

import css from '#backoffice/modules/content/ContentPage.module.css'
import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'

type ImageMatch = StaffResponse<'alternativeTexts'>['items'][number]

/** Matches shown before 'Show all'. */
const SHOWN_AT_FIRST = 4

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
      <ul>{items.slice(0, SHOWN_AT_FIRST).map(renderMatch)}</ul>
      {items.length > SHOWN_AT_FIRST ? (
        <details>
          <summary>{t('picturesMore', { count: items.length - SHOWN_AT_FIRST })}</summary>
          <ul>{items.slice(SHOWN_AT_FIRST).map(renderMatch)}</ul>
        </details>
      ) : null}
      {count > items.length ? (
        <p className={css.soft}>{t('picturesNotShown', { count: count - items.length })}</p>
      ) : null}
    </section>
  )

  function renderMatch(image: ImageMatch) {
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

function addressOf({ place, id, file, language }: ImageMatch) {
  if (place === 'picture') return `/backoffice/media/${id}#alt-${language}`
  if (place === 'logo') return `/backoffice/channels/${id}/theme#logo-alt-${language}`
  return `/backoffice/gifts/${id}#alt-${file.slice(0, 32)}-${language}`
}
