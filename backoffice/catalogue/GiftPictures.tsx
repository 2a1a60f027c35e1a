import { type DragEvent, useState } from 'react'

import { PictureDialog } from '#backoffice/media/ChoosePicture.tsx'
import { DeskButton, DeskIconButton } from '#backoffice/parts/DeskButton.tsx'
import { Notice } from '#backoffice/parts/Notice.tsx'
import { useDeed } from '#backoffice/use-deed.ts'
import { useSay } from '#backoffice/words/desk-words.tsx'
import type { DeskAnswer } from '#contract/desk/desk-call.ts'
import { useAnnounce } from '#ui/Announcer.tsx'
import { pictureUrl } from '#ui/picture-address.ts'

import css from './GiftPictures.module.css'

type Gift = DeskAnswer<'gift'>

/** The order of its pictures, by dragging and by keyboard; the first one stands for it in lists. */
export function GiftPictures({ gift, mayWrite }: { gift: Gift; mayWrite: boolean }) {
  const say = useSay()
  const announce = useAnnounce()
  const [order, setOrder] = useState<string[] | null>(null)
  const [dragged, setDragged] = useState<number | null>(null)
  const deed = useDeed('changeGift', { done: () => say('picturesSaved') })
  const pictures = order ?? gift.pictures
  function move(from: number, to: number) {
    const file = pictures[from]
    if (file === undefined || to < 0 || to >= pictures.length || from === to) return
    const next = pictures.filter((_, at) => at !== from)
    next.splice(to, 0, file)
    setOrder(next)
    announce(say('pictureAt', { place: to + 1, of: next.length }))
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
  const [adding, setAdding] = useState(false)
  return (
    <section className={css.whole} aria-label={say('pictures')}>
      <h2>{say('pictures')}</h2>
      {pictures.length === 0 ? <p className={css.soft}>{say('noPictures')}</p> : null}
      <ol className={css.pictures}>
        {pictures.map((file, at) => (
          <li key={file} className={css.one} {...dragging(at)}>
            <img
              src={pictureUrl(file, 240)}
              alt={say('pictureAt', { place: at + 1, of: pictures.length })}
              width={120}
              height={120}
              loading="lazy"
            />
            {mayWrite ? (
              <span className={css.deeds}>
                <button
                  type="button"
                  aria-label={say('pictureEarlier', { place: at + 1 })}
                  aria-disabled={at === 0 || undefined}
                  onClick={() => move(at, at - 1)}
                >
                  ‹
                </button>
                <button
                  type="button"
                  aria-label={say('pictureLater', { place: at + 1 })}
                  aria-disabled={at === pictures.length - 1 || undefined}
                  onClick={() => move(at, at + 1)}
                >
                  ›
                </button>
                <DeskIconButton
                  icon="close"
                  label={say('pictureRemove', { place: at + 1 })}
                  onClick={() => setOrder(pictures.filter((other) => other !== file))}
                />
              </span>
            ) : null}
          </li>
        ))}
      </ol>
      {mayWrite ? (
        <div className={css.deeds}>
          <DeskButton little icon="plus" onClick={() => setAdding(true)}>
            {say('media.addToGift')}
          </DeskButton>
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
      {deed.wrong ? <Notice kind="bad">{deed.wrong}</Notice> : null}
      {order !== null && order.join() !== gift.pictures.join() ? (
        <div className={css.deeds}>
          <DeskButton
            look="main"
            busy={deed.busy}
            onClick={() =>
              void deed
                .run({ id: gift.id, version: gift.version, pictures: order })
                .then((saved) => saved && setOrder(null))
            }
          >
            {say('savePictures')}
          </DeskButton>
          <DeskButton look="plain" onClick={() => setOrder(null)}>
            {say('discard')}
          </DeskButton>
        </div>
      ) : null}
    </section>
  )
}
