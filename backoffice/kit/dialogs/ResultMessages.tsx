import { createContext, type ReactNode, use, useCallback, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'

import { ActionButton, ActionIconButton } from '#backoffice/kit/display/ActionButton.tsx'
import { BackofficeIcon } from '#backoffice/kit/display/BackofficeIcon.tsx'
import { useTopDialog } from '#backoffice/kit/dialogs/open-dialogs.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import { useAnnounce } from '#ui/components/Announcer.tsx'

import css from './ResultMessages.module.css'

type Undo = () => void
type ResultKind = 'good' | 'bad'
type Result = { id: number; sentence: string; undo: Undo | undefined; kind: ResultKind }

const SHOWN_MS = 6000
/** Time enough to reach its button by keyboard. */
const SHOWN_WITH_UNDO_MS = 20_000
const Notify = createContext<(sentence: string, undo?: Undo, kind?: ResultKind) => void>(() => {})

/** Each result appears once at the bottom of the page, with its undo, and is announced to screen readers. */
export function ResultMessages({ children }: { children: ReactNode }) {
  const announce = useAnnounce()
  const [result, setResult] = useState<Result | null>(null)
  const [isHeld, setIsHeld] = useState(false)
  const dialog = useTopDialog()
  // A message that is removed or moved under the pointer gets no event when the pointer leaves.
  const [shownIn, setShownIn] = useState(dialog)
  if (shownIn !== dialog) {
    setShownIn(dialog)
    setIsHeld(false)
  }
  const notify = useCallback(
    (sentence: string, undo?: Undo, kind: ResultKind = 'good') => {
      announce(sentence)
      setIsHeld(false)
      setResult((last) => ({ id: (last?.id ?? 0) + 1, sentence, undo, kind }))
    },
    [announce],
  )
  const dismiss = () => {
    setIsHeld(false)
    setResult(null)
  }
  useEffect(() => {
    if (!result || isHeld) return
    const timer = setTimeout(() => setResult(null), result.undo ? SHOWN_WITH_UNDO_MS : SHOWN_MS)
    return () => clearTimeout(timer)
  }, [result, isHeld])
  const message = result ? (
    <Message key={result.id} result={result} onHold={setIsHeld} onEnd={dismiss} />
  ) : null
  return (
    <Notify value={notify}>
      {children}
      {/* An open dialog makes everything outside it inert, also the undo button of a result. */}
      {dialog && message ? createPortal(message, dialog) : message}
    </Notify>
  )
}

function Message({
  result: { kind, sentence, undo },
  onHold,
  onEnd,
}: {
  result: Result
  onHold: (isHeld: boolean) => void
  onEnd: () => void
}) {
  const t = useTranslate()
  return (
    <section aria-label={t('done')} className={css.place}>
      <div
        className={css.result}
        data-result
        onPointerEnter={() => onHold(true)}
        onPointerLeave={() => onHold(false)}
        onFocus={() => onHold(true)}
        onBlur={() => onHold(false)}
      >
        <BackofficeIcon name={kind === 'good' ? 'check' : 'warning'} />
        <span>{sentence}</span>
        {undo ? (
          <ActionButton
            variant="plain"
            onClick={() => {
              undo()
              onEnd()
            }}
          >
            {t('undo')}
          </ActionButton>
        ) : null}
        <ActionIconButton icon="close" label={t('close')} onClick={onEnd} />
      </div>
    </section>
  )
}

export const useNotify = () => use(Notify)
