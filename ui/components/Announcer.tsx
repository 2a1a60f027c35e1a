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

/** Long enough to be taken up; who reads the page to its end later meets nothing that is no longer so. */
const STANDS_MS = 6000
/** What was said this shortly before a page came was said on the way to it. */
const ON_THE_WAY_MS = 1000

/** The page's one polite live region: what changed is said once, whoever changed it. `place` is the page it is said on. */
export function Announcer({ place = '', children }: { place?: string; children: ReactNode }) {
  const [said, setSaid] = useState({ sentence: '', turn: 0 })
  const last = useRef({ sentence: '', at: 0 })
  const announce = useCallback((sentence: string) => {
    const now = Date.now()
    if (sentence === '' || (sentence === last.current.sentence && now - last.current.at < 400))
      return
    last.current = { sentence, at: now }
    setSaid(({ turn }) => ({ sentence, turn: turn + 1 }))
  }, [])
  useEffect(() => {
    if (said.sentence === '') return
    const timer = setTimeout(() => setSaid(silenced), STANDS_MS)
    return () => clearTimeout(timer)
  }, [said])
  useEffect(() => {
    if (Date.now() - last.current.at > ON_THE_WAY_MS) setSaid(silenced)
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
        {/* A new element, so that the same words twice are two announcements. */}
        <span key={said.turn}>{said.sentence}</span>
      </div>
    </Announce>
  )
}

const silenced = ({ turn }: { turn: number }) => ({ sentence: '', turn })

export function useAnnounce() {
  const announce = use(Announce)
  return useMemo(() => announce, [announce])
}
