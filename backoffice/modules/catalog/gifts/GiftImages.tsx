import { type DragEvent, useState } from 'react'

import { PictureDialog } from '#backoffice/modules/media/ChooseImage.tsx'
import { UseAlts } from '#backoffice/modules/media/UseAltTexts.tsx'
import { ActionButton, ActionIconButton } from '#backoffice/kit/display/ActionButton.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'
import type { Texts } from '#domain/language.ts'
import { useAnnounce } from '#ui/components/Announcer.tsx'
import { pictureUrl } from '#ui/lib/image-address.ts'

import css from './GiftImages.module.css'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'

type Gift = StaffResponse<'gift'>
type Alts = Gift['picture_alts']
type ImagesDraft = ReturnType<typeof useImagesDraft>

/** The order and the alt texts as edited, until they are saved together. */
function useImagesDraft(gift: Gift) {
  const t = useTranslate()
  const [order, setOrder] = useState<string[] | null>(null)
  const [said, setSaid] = useState<Alts | null>(null)
  const action = useAction('changeGift', { done: () => t('picturesSaved') })
  const pictures = order ?? gift.pictures
  const alts = said ?? gift.picture_alts
  // Images of variants can have an alt text as well.
  const shown = [...new Set([...pictures, ...gift.articles.flatMap((one) => one.pictures)])]
  const changed =
    (order !== null && order.join() !== gift.pictures.join()) ||
    (said !== null && JSON.stringify(said) !== JSON.stringify(gift.picture_alts))
  function discard() {
    setOrder(null)
    setSaid(null)
  }
  async function save() {
    const saved = await action.run({
      id: gift.id,
      version: gift.version,
      ...(order ? { pictures: order } : {}),
      ...(said ? { picture_alts: onlyOf(said, shown) } : {}),
    })
    if (saved) discard()
  }
  return { pictures, alts, shown, changed, setOrder, setSaid, discard, save, action }
}

/** The order of the images, changed by drag and drop or by keyboard. Lists show the first image. */
export function GiftPictures({
  gift,
  mayWrite,
  seesLibrary,
}: {
  gift: Gift
  mayWrite: boolean
  seesLibrary: boolean
}) {
  const t = useTranslate()
  const draft = useImagesDraft(gift)
  const { pictures, setOrder } = draft
  const [adding, setAdding] = useState(false)
  return (
    <section className={css.whole} aria-label={t('pictures')}>
      <h2>{t('pictures')}</h2>
      {pictures.length === 0 ? <p className={css.soft}>{t('noPictures')}</p> : null}
      <ImageOrder draft={draft} mayWrite={mayWrite} />
      {mayWrite ? (
        <div className={css.actions}>
          <ActionButton little icon="plus" onClick={() => setAdding(true)}>
            {t('media.addToGift')}
          </ActionButton>
        </div>
      ) : null}
      {adding ? (
        <PictureDialog
          onClose={() => setAdding(false)}
          take={({ file }) => {
            setAdding(false)
            if (!pictures.includes(file)) setOrder([...pictures, file])
          }}
        />
      ) : null}
      {draft.shown.length > 0 ? (
        <AltTexts gift={gift} draft={draft} mayWrite={mayWrite} seesLibrary={seesLibrary} />
      ) : null}
      {draft.action.wrong ? <Notice kind="bad">{draft.action.wrong}</Notice> : null}
      {draft.changed ? <SaveImages draft={draft} /> : null}
    </section>
  )
}

function ImageOrder({ draft, mayWrite }: { draft: ImagesDraft; mayWrite: boolean }) {
  const t = useTranslate()
  const announce = useAnnounce()
  const { pictures, setOrder } = draft
  const [dragged, setDragged] = useState<number | null>(null)
  function move(from: number, to: number) {
    const file = pictures[from]
    if (file === undefined || to < 0 || to >= pictures.length || from === to) return
    const next = pictures.filter((_, at) => at !== from)
    next.splice(to, 0, file)
    setOrder(next)
    announce(t('pictureAt', { place: to + 1, of: next.length }))
  }
  const dragging = (at: number) =>
    mayWrite
      ? {
          draggable: true,
          onDragStart: () => setDragged(at),
          onDragOver: (event: DragEvent) => event.preventDefault(),
          onDrop: (event: DragEvent) => {
            event.preventDefault()
            if (dragged !== null) move(dragged, at)
            setDragged(null)
          },
        }
      : {}
  return (
    <ol className={css.pictures}>
      {pictures.map((file, at) => (
        <li key={file} className={css.one} {...dragging(at)}>
          <img
            src={pictureUrl(file, 240)}
            alt={t('pictureAt', { place: at + 1, of: pictures.length })}
            width={120}
            height={120}
            loading="lazy"
          />
          {mayWrite ? <ImageButtons draft={draft} at={at} move={move} /> : null}
        </li>
      ))}
    </ol>
  )
}

function ImageButtons({
  draft,
  at,
  move,
}: {
  draft: ImagesDraft
  at: number
  move: (from: number, to: number) => void
}) {
  const t = useTranslate()
  const { pictures, setOrder } = draft
  return (
    <span className={css.actions}>
      <button
        type="button"
        aria-label={t('pictureEarlier', { place: at + 1 })}
        aria-disabled={at === 0 || undefined}
        onClick={() => move(at, at - 1)}
      >
        ‹
      </button>
      <button
        type="button"
        aria-label={t('pictureLater', { place: at + 1 })}
        aria-disabled={at === pictures.length - 1 || undefined}
        onClick={() => move(at, at + 1)}
      >
        ›
      </button>
      <ActionIconButton
        icon="close"
        label={t('pictureRemove', { place: at + 1 })}
        onClick={() => setOrder(pictures.filter((_, place) => place !== at))}
      />
    </span>
  )
}

function AltTexts({
  gift,
  draft,
  mayWrite,
  seesLibrary,
}: {
  gift: Gift
  draft: ImagesDraft
  mayWrite: boolean
  seesLibrary: boolean
}) {
  const t = useTranslate()
  const { alts, shown, setSaid } = draft
  // Open at once for a link to one of its fields.
  const [open, setOpen] = useState(() => window.location.hash.startsWith('#alt-'))
  return (
    // The texts of the image library are requested only when the section opens.
    <details
      className={css.words}
      open={open}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>{t('alternative')}</summary>
      {(open ? shown : []).map((file, at) => {
        const name = t('pictureAt', { place: at + 1, of: shown.length })
        return (
          <div key={file} className={css.said}>
            <img src={pictureUrl(file, 240)} alt="" width={60} height={60} loading="lazy" />
            <UseAlts
              label={name}
              file={file}
              said={alts[file] ?? {}}
              seesLibrary={seesLibrary}
              anchor={`alt-${file.slice(0, 32)}`}
              beside={sharedNames(gift)}
              readOnly={!mayWrite}
              write={(texts) => setSaid({ ...alts, [file]: texts })}
            />
          </div>
        )
      })}
    </details>
  )
}

function SaveImages({ draft }: { draft: ImagesDraft }) {
  const t = useTranslate()
  return (
    <div className={css.actions}>
      <ActionButton look="main" busy={draft.action.busy} onClick={() => void draft.save()}>
        {t('savePictures')}
      </ActionButton>
      <ActionButton look="plain" onClick={draft.discard}>
        {t('discard')}
      </ActionButton>
    </div>
  )
}

/** What all channels call it, by language. */
const sharedNames = ({ texts, owner_channel }: Gift): Texts =>
  Object.fromEntries(
    texts
      .filter(({ channel, name }) => name && [SHARED_CHANNEL, owner_channel].includes(channel))
      .map(({ language, name }) => [language, name]),
  )

/** Removes alt texts of images that the gift no longer shows. */
const onlyOf = (alts: Alts, shown: readonly string[]): Alts =>
  Object.fromEntries(Object.entries(alts).filter(([file]) => shown.includes(file)))
