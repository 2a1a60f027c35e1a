import { useQueryClient } from '@tanstack/react-query'
import { type DragEvent, type ReactNode, useEffect, useRef, useState } from 'react'

import { useFailureTexts } from '#backoffice/kit/api/use-failure-texts.ts'
import { sendPicture } from '#backoffice/modules/media/upload-image.ts'
import css from '#backoffice/modules/media/UploadImages.module.css'
import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { StatusMark } from '#backoffice/kit/display/StatusMark.tsx'
import { useRefusalTexts } from '#backoffice/kit/api/use-refusal-texts.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { MediaItem } from '#contract/media.staff.ts'
import { refused } from '#contract/shared/refusals.shop.ts'
import { classNames } from '#ui/lib/class-names.ts'

type Upload = {
  key: number
  name: string
  percent: number
  state: 'under-way' | 'sent' | 'known' | 'refused'
  why: string
}

const TYPES = 'image/png,image/jpeg,image/webp,image/avif,image/svg+xml'
let uploads = 0

/** One file after the other, each with its result. */
function useUploads(onSent: ((picture: MediaItem) => void) | undefined) {
  const t = useTranslate()
  const words = useRefusalTexts()
  const failure = useFailureTexts()
  const queries = useQueryClient()
  const [sent, setSent] = useState<Upload[]>([])
  const change = (key: number, part: Partial<Upload>) =>
    setSent((all) => all.map((one) => (one.key === key ? { ...one, ...part } : one)))

  async function send(files: readonly File[]) {
    const begun = files.map((file) => ({ file, key: (uploads += 1) }))
    setSent((all) => [
      ...begun.map(({ file, key }): Upload => ({
        key,
        name: file.name,
        percent: 0,
        state: 'under-way',
        why: '',
      })),
      ...all,
    ])
    for (const { file, key } of begun) {
      try {
        const outcome = await sendPicture(file, (percent) => change(key, { percent }))
        if (refused(outcome)) {
          const why =
            outcome.refused === 'too-large' ? t('media.refused.too-large') : words(outcome)
          change(key, { state: 'refused', why })
          continue
        }
        const { known, removed, picture } = outcome
        const why = removed.length > 0 ? t('media.cleaned', { what: removed.join(', ') }) : ''
        change(key, { state: known ? 'known' : 'sent', why })
        onSent?.(picture)
      } catch (error) {
        change(key, { state: 'refused', why: failure(error) })
      }
    }
    await queries.invalidateQueries({ queryKey: ['media'] })
  }
  return { sent, send }
}

const holdsFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')

function useFileDrop(take: (files: readonly File[]) => void) {
  const [over, setOver] = useState(false)
  const drag = {
    onDragOver: (event: DragEvent) => {
      if (!holdsFiles(event)) return
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
      if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false)
    },
    onDrop: (event: DragEvent) => {
      if (!holdsFiles(event)) return
      event.preventDefault()
      setOver(false)
      take([...event.dataTransfer.files])
    },
  }
  return { over, drag }
}

/** Uploads images by button or drop, one at a time, with a result for each. */
export function UploadImages({
  onSent,
  main = false,
  children,
}: {
  /** A caller that needs one image uses the last upload. */
  onSent?: (picture: MediaItem) => void
  main?: boolean
  /** Renders `button` at the caller's position. */
  children: (button: ReactNode) => ReactNode
}) {
  const t = useTranslate()
  const { sent, send } = useUploads(onSent)
  const input = useRef<HTMLInputElement>(null)
  const { over, drag } = useFileDrop((files) => void send(files))
  return (
    <div className={classNames(css.drop, over && css.over)} {...drag}>
      <input
        ref={input}
        className="visually-hidden"
        type="file"
        multiple
        accept={TYPES}
        tabIndex={-1}
        aria-hidden="true"
        data-pictures
        onChange={({ target }) => {
          void send([...(target.files ?? [])])
          target.value = ''
        }}
      />
      {/* Above the list, because users do not scroll past fifty images to find their upload. */}
      {sent.length > 0 ? <UploadResults sent={sent} /> : null}
      {over ? <p className={css.hint}>{t('media.drop')}</p> : null}
      {children(
        <ActionButton
          look={main ? 'main' : 'quiet'}
          icon="plus"
          onClick={() => input.current?.click()}
        >
          {t('media.upload')}
        </ActionButton>,
      )}
    </div>
  )
}

/** Takes the focus with each new upload. */
function UploadResults({ sent }: { sent: readonly Upload[] }) {
  const t = useTranslate()
  const results = useRef<HTMLElement>(null)
  useEffect(() => {
    if (sent.length > 0) results.current?.focus()
  }, [sent.length])
  return (
    <section
      ref={results}
      className={css.sent}
      aria-label={t('media.sent')}
      aria-live="polite"
      tabIndex={-1}
    >
      <ul>
        {sent.map(({ key, name, percent, state, why }) => (
          <li key={key}>
            <span className={css.name}>{name}</span>
            {state === 'under-way' ? (
              <progress
                max={100}
                value={percent}
                aria-label={t('media.progress', { name, percent })}
              />
            ) : (
              <StatusMark kind={state === 'refused' ? 'bad' : 'done'}>
                {state === 'refused'
                  ? why
                  : t(state === 'known' ? 'media.isKnown' : 'media.isSent')}
              </StatusMark>
            )}
            {state !== 'refused' && why !== '' ? <span className={css.soft}>{why}</span> : null}
          </li>
        ))}
      </ul>
    </section>
  )
}
