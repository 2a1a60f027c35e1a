import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import css from '#backoffice/modules/media/ChooseImage.module.css'
import { Thumbnail } from '#backoffice/modules/media/media-list.tsx'
import { UploadImages } from '#backoffice/modules/media/UploadImages.tsx'
import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { ModalDialog } from '#backoffice/kit/dialogs/ModalDialog.tsx'
import { FormField } from '#backoffice/kit/form/FormField.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { MediaItem } from '#contract/media.staff.ts'
import { hasPicture, pictureUrl } from '#ui/lib/image-address.ts'

const MAX_IMAGES = 24

/** A field that holds a picture: what it shows, and the way to another one, chosen or brought on the spot. */
export function ChooseImage({
  label,
  isNamed = false,
  file,
  readOnly = false,
  needed = false,
  films = false,
  issue,
  write,
}: {
  label: string
  /** Whether its name is already beside the field. */
  isNamed?: boolean
  /** The file name that texts, tiles and gifts use; '' if there is none. */
  file: string
  readOnly?: boolean
  /** It may be another one, and not none. */
  needed?: boolean
  /** Whether it may be a film as well. */
  films?: boolean
  issue?: string | undefined
  write: (file: string, picture: MediaItem | null) => void
}) {
  const [open, setOpen] = useState(false)
  const isThere = hasPicture(file)
  return (
    <div className={css.field} role="group" aria-label={label}>
      {isNamed ? null : <span className={css.label}>{label}</span>}
      <div className={css.chosen}>
        <ChosenImage file={file} />
        {readOnly ? null : (
          <ChooseButtons
            label={label}
            isThere={isThere}
            open={() => setOpen(true)}
            remove={needed ? null : () => write('', null)}
          />
        )}
      </div>
      {issue ? <span className={css.issue}>{issue}</span> : null}
      {open ? (
        <ImageDialog
          films={films}
          onClose={() => setOpen(false)}
          take={(picture) => {
            setOpen(false)
            write(picture.file, picture)
          }}
        />
      ) : null}
    </div>
  )
}

function ChosenImage({ file }: { file: string }) {
  const t = useTranslate()
  const isThere = hasPicture(file)
  return isThere && /\.(mp4|webm)$/.test(file) ? (
    <span className={css.none}>{t('media.kind.film')}</span>
  ) : isThere ? (
    <img
      className={css.picture}
      src={file.includes('.svg') ? pictureUrl(file) : pictureUrl(file, 320)}
      alt=""
    />
  ) : (
    <span className={css.none}>{t('media.noneChosen')}</span>
  )
}

type ChooseButtonsProps = {
  label: string
  isThere: boolean
  open: () => void
  /** null: a picture is needed. */
  remove: (() => void) | null
}

function ChooseButtons({ label, isThere, open, remove }: ChooseButtonsProps) {
  const t = useTranslate()
  return (
    <span className={css.actions}>
      <ActionButton
        little
        icon="picture"
        onClick={open}
        aria-label={`${t(isThere ? 'media.chooseOther' : 'media.choose')}: ${label}`}
      >
        {t(isThere ? 'media.chooseOther' : 'media.choose')}
      </ActionButton>
      {isThere && remove ? (
        <ActionButton
          little
          look="plain"
          onClick={remove}
          aria-label={`${t('media.without')}: ${label}`}
        >
          {t('media.without')}
        </ActionButton>
      ) : null}
    </span>
  )
}

/** The newest first until something is looked for; a new one is taken as soon as it is in. */
export function ImageDialog({
  title,
  without,
  films = false,
  onClose,
  take,
}: {
  title?: string
  /** One that makes no sense here. */
  without?: string
  films?: boolean
  onClose: () => void
  take: (picture: MediaItem) => void
}) {
  const t = useTranslate()
  const [search, setSearch] = useState('')
  const { data } = useQuery({
    ...staffQuery('media', {
      search,
      kind: films ? 'photo,drawing,film' : 'photo,drawing',
      limit: MAX_IMAGES,
    }),
    placeholderData: keepPreviousData,
  })
  const items = (data?.items ?? []).filter(({ id }) => id !== without)
  return (
    <ModalDialog title={title ?? t('media.choose')} onClose={onClose}>
      <UploadImages onSent={take}>
        {(button) => (
          <div className={css.ask} role="search">
            <FormField
              label={t('media.search')}
              type="search"
              value={search}
              onChange={({ target }) => setSearch(target.value)}
              onKeyDown={(event) => {
                // Enter must not submit the form around this field.
                if (event.key !== 'Enter') return
                event.preventDefault()
                const [first] = items
                if (first && search !== '') take(first)
              }}
            />
            {button}
          </div>
        )}
      </UploadImages>
      {data && items.length === 0 ? <p role="status">{t('media.none')}</p> : null}
      <ImageWall items={items} take={take} />
    </ModalDialog>
  )
}

function ImageWall({
  items,
  take,
}: {
  items: readonly MediaItem[]
  take: (picture: MediaItem) => void
}) {
  const t = useTranslate()
  return (
    <ul className={css.wall}>
      {items.map((item) => (
        <li key={item.id}>
          <button
            type="button"
            aria-label={t('media.take', { name: item.name || item.id })}
            onClick={() => take(item)}
          >
            <Thumbnail item={item} />
            <span aria-hidden="true">{item.name}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
