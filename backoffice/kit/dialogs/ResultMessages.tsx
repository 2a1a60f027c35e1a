import { createContext, type ReactNode, use, useCallback, useEffect, useState } from 'react'

import { ActionButton, ActionIconButton } from '#backoffice/kit/display/ActionButton.tsx'
import { BackofficeIcon } from '#backoffice/kit/display/BackofficeIcon.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import { useAnnounce } from '#ui/components/Announcer.tsx'

import css from './ResultMessages.module.css'

type Undo = () => void
type Kind = 'good' | 'bad'
type Result = { id: number; sentence: string; undo: Undo | undefined; kind: Kind }

const SHOWN_MS = 6000
/** Time enough to reach its button by keyboard. */
const SHOWN_WITH_UNDO_MS = 20_000
const Notify = createContext<(sentence: string, undo?: Undo, kind?: Kind) => void>(() => {})

/** Each result appears once at the bottom of the page, with its undo, and is announced to screen readers. */
export function ResultMessages({ children }: { children: ReactNode }) {
  const t = useTranslate()
  const announce = useAnnounce()
  const [result, setResult] = useState<Result | null>(null)
  const [held, setHeld] = useState(false)
  const tell = useCallback(
    (sentence: string, undo?: Undo, kind: Kind = 'good') => {
      announce(sentence)
      setResult((last) => ({ id: (last?.id ?? 0) + 1, sentence, undo, kind }))
    },
    [announce],
  )
  useEffect(() => {
    if (!result || held) return
    const timer = setTimeout(() => setResult(null), result.undo ? SHOWN_WITH_UNDO_MS : SHOWN_MS)
    return () => clearTimeout(timer)
  }, [result, held])
  return (
    <Notify value={tell}>
      {children}
      {result ? (
        <section key={result.id} aria-label={t('done')} className={css.place}>
          <div
            className={css.result}
            data-result
            onPointerEnter={() => setHeld(true)}
            onPointerLeave={() => setHeld(false)}
            onFocus={() => setHeld(true)}
            onBlur={() => setHeld(false)}
          >
            <BackofficeIcon name={result.kind === 'good' ? 'check' : 'warning'} />
            <span>{result.sentence}</span>
            {result.undo ? (
              <ActionButton
                look="plain"
                onClick={() => {
                  result.undo?.()
                  setResult(null)
                }}
              >
                {t('undo')}
              </ActionButton>
            ) : null}
            <ActionIconButton icon="close" label={t('close')} onClick={() => setResult(null)} />
          </div>
        </section>
      ) : null}
    </Notify>
  )
}

export const useNotify = () => use(Notify)
