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

/** A field for an image: shows the image, and lets the user choose or upload another one. */
export function ChooseImage({
  label,
  isNamed = false,
  file,
  readOnly = false,
  allowsVideo = false,
  issue,
  write,
}: {
  label: string
  /** Whether the label is already shown beside the field. */
  isNamed?: boolean
  /** The file name that texts, tiles and gifts use; '' if there is none. */
  file: string
  readOnly?: boolean
  /** Whether a video can be chosen, too. */
  allowsVideo?: boolean
  issue?: string | undefined
  write: (file: string, picture: MediaItem | null) => void
}) {
  const [open, setOpen] = useState(false)
  const hasImage = hasPicture(file)
  return (
    <div className={css.field} role="group" aria-label={label}>
      {isNamed ? null : <span className={css.label}>{label}</span>}
      <div className={css.chosen}>
        <ChosenImage file={file} />
        {readOnly ? null : (
          <ChooseButtons
            label={label}
            hasImage={hasImage}
            open={() => setOpen(true)}
            remove={() => write('', null)}
          />
        )}
      </div>
      {issue ? <span className={css.issue}>{issue}</span> : null}
      {open ? (
        <ImageDialog
          allowsVideo={allowsVideo}
          onClose={() => setOpen(false)}
          onChoose={(picture) => {
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
  if (!hasPicture(file)) return <span className={css.none}>{t('media.noneChosen')}</span>
  if (/\.(mp4|webm)$/.test(file)) return <span className={css.none}>{t('media.kind.film')}</span>
  return (
    <img
      className={css.picture}
      src={file.includes('.svg') ? pictureUrl(file) : pictureUrl(file, 320)}
      alt=""
    />
  )
}

type ChooseButtonsProps = {
  label: string
  hasImage: boolean
  open: () => void
  remove: () => void
}

function ChooseButtons({ label, hasImage, open, remove }: ChooseButtonsProps) {
  const t = useTranslate()
  return (
    <span className={css.actions}>
      <ActionButton
        small
        icon="picture"
        onClick={open}
        aria-label={`${t(hasImage ? 'media.chooseOther' : 'media.choose')}: ${label}`}
      >
        {t(hasImage ? 'media.chooseOther' : 'media.choose')}
      </ActionButton>
      {hasImage ? (
        <ActionButton
          small
          variant="plain"
          onClick={remove}
          aria-label={`${t('media.without')}: ${label}`}
        >
          {t('media.without')}
        </ActionButton>
      ) : null}
    </span>
  )
}

/** Shows the newest images or search results. An uploaded image is chosen at once. */
export function ImageDialog({
  title,
  excludedId,
  allowsVideo = false,
  onClose,
  onChoose,
}: {
  title?: string
  /** The id of an image that cannot be chosen here. */
  excludedId?: string
  allowsVideo?: boolean
  onClose: () => void
  onChoose: (picture: MediaItem) => void
}) {
  const t = useTranslate()
  const [search, setSearch] = useState('')
  const { data } = useQuery({
    ...staffQuery('media', {
      search,
      kind: allowsVideo ? 'photo,drawing,film' : 'photo,drawing',
      limit: MAX_IMAGES,
    }),
    placeholderData: keepPreviousData,
  })
  const items = (data?.items ?? []).filter(({ id }) => id !== excludedId)
  return (
    <ModalDialog title={title ?? t('media.choose')} onClose={onClose}>
      <UploadImages onSent={onChoose}>
        {(button) => (
          <div className={css.search} role="search">
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
                if (first && search !== '') onChoose(first)
              }}
            />
            {button}
          </div>
        )}
      </UploadImages>
      {data && items.length === 0 ? <p role="status">{t('media.none')}</p> : null}
      <ImageGrid items={items} onChoose={onChoose} />
    </ModalDialog>
  )
}

function ImageGrid({
  items,
  onChoose,
}: {
  items: readonly MediaItem[]
  onChoose: (picture: MediaItem) => void
}) {
  const t = useTranslate()
  return (
    <ul className={css.grid}>
      {items.map((item) => (
        <li key={item.id}>
          <button
            type="button"
            aria-label={t('media.take', { name: item.name || item.id })}
            onClick={() => onChoose(item)}
          >
            <Thumbnail item={item} />
            <span aria-hidden="true">{item.name}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
