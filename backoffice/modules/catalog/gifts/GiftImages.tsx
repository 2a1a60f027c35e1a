import { type DragEvent, useState } from 'react'

import { ActionButton, ActionIconButton } from '#backoffice/kit/display/ActionButton.tsx'
import { ConflictNotice } from '#backoffice/kit/drafts/ConflictNotice.tsx'
import { BackofficeIcon } from '#backoffice/kit/display/BackofficeIcon.tsx'
import { Card } from '#backoffice/kit/page/Card.tsx'
import { useChangedFields } from '#backoffice/modules/catalog/gifts/use-changed-fields.ts'
import type { ImagesDraft } from '#backoffice/modules/catalog/gifts/use-gift-drafts.ts'
import type { Gift } from '#backoffice/modules/catalog/gifts/use-gift-save.ts'
import { ImageDialog } from '#backoffice/modules/media/ChooseImage.tsx'
import { useLinkedOpen } from '#backoffice/kit/router/use-linked-open.ts'
import { UseAltTexts } from '#backoffice/modules/media/UseAltTexts.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'
import type { Texts } from '#domain/language.ts'
import { useAnnounce } from '#ui/components/Announcer.tsx'
import { pictureUrl } from '#ui/lib/image-address.ts'

import css from './GiftImages.module.css'

type GiftImagesProps = {
  gift: Gift
  draft: ImagesDraft
  mayWrite: boolean
  seesLibrary: boolean
}

/** The order of the images, changed by drag and drop or by keyboard. Lists show the first image. */
export function GiftImages({ gift, draft, mayWrite, seesLibrary }: GiftImagesProps) {
  const t = useTranslate()
  const { pictures, type, conflict } = draft
  const changedFields = useChangedFields(gift)
  const [adding, setAdding] = useState(false)
  return (
    <Card
      title={t('pictures')}
      foldsOnPhone
      actions={
        mayWrite ? (
          <ActionButton small icon="plus" onClick={() => setAdding(true)}>
            {t('media.addToGift')}
          </ActionButton>
        ) : undefined
      }
    >
      <ConflictNotice conflict={conflict} fields={changedFields(conflict.fields)} />
      {pictures.length === 0 ? <p className={css.soft}>{t('noPictures')}</p> : null}
      <ImageOrder draft={draft} mayWrite={mayWrite} />
      {adding ? (
        <ImageDialog
          onClose={() => setAdding(false)}
          onChoose={({ file }) => {
            setAdding(false)
            if (!pictures.includes(file)) type({ pictures: [...pictures, file] })
          }}
        />
      ) : null}
      {draft.allImages.length > 0 ? (
        <AltTexts gift={gift} draft={draft} mayWrite={mayWrite} seesLibrary={seesLibrary} />
      ) : null}
    </Card>
  )
}

function ImageOrder({ draft, mayWrite }: { draft: ImagesDraft; mayWrite: boolean }) {
  const t = useTranslate()
  const announce = useAnnounce()
  const { pictures, type } = draft
  const [dragged, setDragged] = useState<number | null>(null)
  function move(from: number, to: number) {
    const file = pictures[from]
    if (file === undefined || to < 0 || to >= pictures.length || from === to) return
    const reordered = pictures.filter((_, oldIndex) => oldIndex !== from)
    reordered.splice(to, 0, file)
    type({ pictures: reordered })
    announce(t('pictureAt', { place: to + 1, of: reordered.length }))
  }
  const dragProps = (index: number) =>
    mayWrite
      ? {
          draggable: true,
          onDragStart: () => setDragged(index),
          onDragOver: (event: DragEvent) => event.preventDefault(),
          onDrop: (event: DragEvent) => {
            event.preventDefault()
            if (dragged !== null) move(dragged, index)
            setDragged(null)
          },
        }
      : {}
  return (
    <ol className={css.pictures}>
      {pictures.map((file, index) => (
        <li key={file} className={css.one} {...dragProps(index)}>
          <img
            src={pictureUrl(file, index === 0 ? 480 : 240)}
            alt={t('pictureAt', { place: index + 1, of: pictures.length })}
            width={120}
            height={120}
            loading="lazy"
          />
          {mayWrite ? <ImageButtons draft={draft} index={index} move={move} /> : null}
        </li>
      ))}
    </ol>
  )
}

function ImageButtons({
  draft: { pictures, type },
  index,
  move,
}: {
  draft: ImagesDraft
  index: number
  move: (from: number, to: number) => void
}) {
  const t = useTranslate()
  return (
    <span className={css.buttons}>
      <button
        type="button"
        aria-label={t('pictureEarlier', { place: index + 1 })}
        aria-disabled={index === 0 || undefined}
        onClick={() => move(index, index - 1)}
      >
        <BackofficeIcon name="previous" />
      </button>
      <button
        type="button"
        aria-label={t('pictureLater', { place: index + 1 })}
        aria-disabled={index === pictures.length - 1 || undefined}
        onClick={() => move(index, index + 1)}
      >
        <BackofficeIcon name="next" />
      </button>
      <ActionIconButton
        icon="close"
        label={t('pictureRemove', { place: index + 1 })}
        onClick={() => type({ pictures: pictures.filter((_, other) => other !== index) })}
      />
    </span>
  )
}

function AltTexts({ gift, draft, mayWrite, seesLibrary }: GiftImagesProps) {
  const t = useTranslate()
  const { alts, allImages, type } = draft
  const { open, setOpen } = useLinkedOpen('alt-')
  return (
    // The texts of the image library are requested only when the section opens.
    <details
      className={css.words}
      open={open}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>{t('alternative')}</summary>
      {(open ? allImages : []).map((file, index) => {
        const name = t('pictureAt', { place: index + 1, of: allImages.length })
        const hash = file.slice(0, 32)
        return (
          <div key={file} className={css.said}>
            <img src={pictureUrl(file, 240)} alt="" width={60} height={60} loading="lazy" />
            <UseAltTexts
              label={name}
              file={file}
              alts={alts[file] ?? {}}
              seesLibrary={seesLibrary}
              anchor={`alt-${hash}`}
              beside={sharedNames(gift)}
              readOnly={!mayWrite}
              write={(texts) => type({ picture_alts: { ...alts, [file]: texts } })}
            />
          </div>
        )
      })}
    </details>
  )
}

/** The shared names by language. */
const sharedNames = ({ texts, owner_channel }: Gift): Texts =>
  Object.fromEntries(
    texts
      .filter(({ channel, name }) => name && [SHARED_CHANNEL, owner_channel].includes(channel))
      .map(({ language, name }) => [language, name]),
  )
