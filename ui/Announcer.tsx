import { createContext, type ReactNode, use, useCallback, useMemo, useRef, useState } from 'react'

const Announce = createContext<(sentence: string) => void>(() => {})

/** The page's one polite live region: what changed is said once, whoever changed it. */
export function Announcer({ children }: { children: ReactNode }) {
  const [said, setSaid] = useState({ sentence: '', turn: 0 })
  const last = useRef({ sentence: '', at: 0 })
  const announce = useCallback((sentence: string) => {
    const now = Date.now()
    if (sentence === '' || (sentence === last.current.sentence && now - last.current.at < 400))
      return
    last.current = { sentence, at: now }
    setSaid(({ turn }) => ({ sentence, turn: turn + 1 }))
  }, [])
  return (
    <Announce value={announce}>
      {children}
      <div
        role="status"
        aria-live="polite"
        aria-atomic="true"
        className="visually-hidden"
        data-announcer
      >
        {/* A new element, so that the same words twice are two announcements. */}
        <span key={said.turn}>{said.sentence}</span>
      </div>
    </Announce>
  )
}

export function useAnnounce() {
  const announce = use(Announce)
  return useMemo(() => announce, [announce])
}
