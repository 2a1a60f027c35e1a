import { createContext, type ReactNode, use, useCallback, useEffect, useState } from 'react'

import { ActionIconButton } from '#backoffice/kit/display/ActionButton.tsx'
import { BackofficeIcon } from '#backoffice/kit/display/BackofficeIcon.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import { useAnnounce } from '#ui/components/Announcer.tsx'

import css from './ResultMessages.module.css'

type Result = { id: number; sentence: string }

const SHOWN_MS = 6000
const Notify = createContext<(sentence: string) => void>(() => {})

/** Each result appears once at the bottom of the page and is announced to screen readers. */
export function ResultMessages({ children }: { children: ReactNode }) {
  const t = useTranslate()
  const announce = useAnnounce()
  const [result, setResult] = useState<Result | null>(null)
  const [held, setHeld] = useState(false)
  const tell = useCallback(
    (sentence: string) => {
      announce(sentence)
      setResult((last) => ({ id: (last?.id ?? 0) + 1, sentence }))
    },
    [announce],
  )
  useEffect(() => {
    if (!result || held) return
    const timer = setTimeout(() => setResult(null), SHOWN_MS)
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
            <BackofficeIcon name="check" />
            <span>{result.sentence}</span>
            <ActionIconButton icon="close" label={t('close')} onClick={() => setResult(null)} />
          </div>
        </section>
      ) : null}
    </Notify>
  )
}

export const useNotify = () => use(Notify)
