import {
  createContext,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'

const Announce = createContext<(sentence: string) => void>(() => {})

/** Long enough for screen readers. Removed afterwards, so that a user who reads on later finds nothing outdated. */
const SHOWN_MS = 6000
/** An announcement this shortly before a page change belongs to the new page. */
const ON_THE_WAY_MS = 1000

/**
 * The page's one polite live region: every change is announced once, whatever caused it. `place` is the current page.
 */
export function Announcer({ place = '', children }: { place?: string; children: ReactNode }) {
  const [announced, setAnnounced] = useState({ sentence: '', turn: 0 })
  const last = useRef({ sentence: '', at: 0 })
  const announce = useCallback((sentence: string) => {
    const now = Date.now()
    if (sentence === '' || (sentence === last.current.sentence && now - last.current.at < 400))
      return
    last.current = { sentence, at: now }
    setAnnounced(({ turn }) => ({ sentence, turn: turn + 1 }))
  }, [])
  useEffect(() => {
    if (announced.sentence === '') return
    const timer = setTimeout(() => setAnnounced(silenced), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [announced])
  useEffect(() => {
    if (Date.now() - last.current.at > ON_THE_WAY_MS) setAnnounced(silenced)
  }, [place])
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
        {/* A new element, so that an equal text is announced again. */}
        <span key={announced.turn}>{announced.sentence}</span>
      </div>
    </Announce>
  )
}

const silenced = ({ turn }: { turn: number }) => ({ sentence: '', turn })

export function useAnnounce() {
  const announce = use(Announce)
  return useMemo(() => announce, [announce])
}
