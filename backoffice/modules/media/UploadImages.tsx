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
  note: string
}

const TYPES = 'image/png,image/jpeg,image/webp,image/avif,image/svg+xml'
let lastKey = 0

/** Uploads files one after the other, each with its result. */
function useUploads(onSent: ((picture: MediaItem) => void) | undefined) {
  const t = useTranslate()
  const refusalText = useRefusalTexts()
  const failureText = useFailureTexts()
  const queries = useQueryClient()
  const [uploads, setUploads] = useState<Upload[]>([])
  const change = (key: number, part: Partial<Upload>) =>
    setUploads((all) => all.map((upload) => (upload.key === key ? { ...upload, ...part } : upload)))

  async function send(files: readonly File[]) {
    const started = files.map((file) => ({ file, key: (lastKey += 1) }))
    setUploads((all) => [
      ...started.map(({ file, key }): Upload => ({
        key,
        name: file.name,
        percent: 0,
        state: 'under-way',
        note: '',
      })),
      ...all,
    ])
    for (const { file, key } of started) {
      try {
        const outcome = await sendPicture(file, (percent) => change(key, { percent }))
        if (refused(outcome)) {
          const note =
            outcome.refused === 'too-large' ? t('media.refused.too-large') : refusalText(outcome)
          change(key, { state: 'refused', note })
          continue
        }
        const { known, removed, picture } = outcome
        const note = removed.length > 0 ? t('media.cleaned', { what: removed.join(', ') }) : ''
        change(key, { state: known ? 'known' : 'sent', note })
        onSent?.(picture)
      } catch (error) {
        change(key, { state: 'refused', note: failureText(error) })
      }
    }
    await queries.invalidateQueries({ queryKey: ['media'] })
  }
  return { uploads, send }
}

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')

function useFileDrop(onFiles: (files: readonly File[]) => void) {
  const [isOver, setIsOver] = useState(false)
  const drag = {
    onDragOver: (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setIsOver(true)
    },
    onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
      if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget)))
        setIsOver(false)
    },
    onDrop: (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setIsOver(false)
      onFiles([...event.dataTransfer.files])
    },
  }
  return { isOver, drag }
}

/** Uploads images by button or drop, one at a time, with a result for each. */
export function UploadImages({
  onSent,
  main = false,
  children,
}: {
  /** Called for each uploaded image. A caller that needs one image uses the last. */
  onSent?: (picture: MediaItem) => void
  main?: boolean
  /** Renders `button` at the caller's position. */
  children: (button: ReactNode) => ReactNode
}) {
  const t = useTranslate()
  const { uploads, send } = useUploads(onSent)
  const input = useRef<HTMLInputElement>(null)
  const { isOver, drag } = useFileDrop((files) => void send(files))
  return (
    <div className={classNames(css.drop, isOver && css.over)} {...drag}>
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
      {uploads.length > 0 ? <UploadResults uploads={uploads} /> : null}
      {isOver ? <p className={css.hint}>{t('media.drop')}</p> : null}
      {children(
        <ActionButton
          variant={main ? 'main' : 'quiet'}
          icon="plus"
          onClick={() => input.current?.click()}
        >
          {t('media.upload')}
        </ActionButton>,
      )}
    </div>
  )
}

/** The results of the uploads. They get the focus with each new upload. */
function UploadResults({ uploads }: { uploads: readonly Upload[] }) {
  const t = useTranslate()
  const results = useRef<HTMLElement>(null)
  useEffect(() => {
    if (uploads.length > 0) results.current?.focus()
  }, [uploads.length])
  return (
    <section
      ref={results}
      className={css.results}
      aria-label={t('media.sent')}
      aria-live="polite"
      tabIndex={-1}
    >
      <ul>
        {uploads.map(({ key, name, percent, state, note }) => (
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
                  ? note
                  : t(state === 'known' ? 'media.isKnown' : 'media.isSent')}
              </StatusMark>
            )}
            {state !== 'refused' && note !== '' ? <span className={css.soft}>{note}</span> : null}
          </li>
        ))}
      </ul>
    </section>
  )
}
