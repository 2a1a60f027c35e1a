import { createContext, type ReactNode, use, useCallback, useEffect, useState } from 'react'

import { DeskIconButton } from '#backoffice/parts/DeskButton.tsx'
import { DeskIcon } from '#backoffice/parts/DeskIcon.tsx'
import { useSay } from '#backoffice/words/desk-words.tsx'
import { useAnnounce } from '#ui/Announcer.tsx'

import css from './Results.module.css'

type Result = { id: number; sentence: string }

const SHOWN_MS = 6000
const Tell = createContext<(sentence: string) => void>(() => {})

/** What was done is said once: at the foot of the page, and to whoever listens. */
export function ResultsProvider({ children }: { children: ReactNode }) {
  const say = useSay()
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
    <Tell value={tell}>
      {children}
      {result ? (
        <div
          key={result.id}
          className={css.result}
          data-result
          onPointerEnter={() => setHeld(true)}
          onPointerLeave={() => setHeld(false)}
          onFocus={() => setHeld(true)}
          onBlur={() => setHeld(false)}
        >
          <DeskIcon name="check" />
          <span>{result.sentence}</span>
          <DeskIconButton icon="close" label={say('close')} onClick={() => setResult(null)} />
        </div>
      ) : null}
    </Tell>
  )
}

/** @public */
export const useTell = () => use(Tell)
