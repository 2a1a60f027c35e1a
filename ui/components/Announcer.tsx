import { createContext, type ReactNode, use, useCallback, useEffect, useRef, useState } from 'react'

const AnnounceContext = createContext<(sentence: string) => void>(() => {})

/** Long enough for screen readers. Then the text is removed, because it would be outdated for a later reader. */
const SHOWN_MS = 6000
/** An announcement this shortly before a page change belongs to the new page. */
const BEFORE_PAGE_CHANGE_MS = 1000

/**
 * The page's only polite live region: every change is announced once, whatever caused it.
 */
export function Announcer({ pathname = '', children }: { pathname?: string; children: ReactNode }) {
  const [announced, setAnnounced] = useState({ sentence: '', count: 0 })
  const lastAnnouncement = useRef({ sentence: '', time: 0 })
  const announce = useCallback((sentence: string) => {
    const now = Date.now()
    if (
      sentence === '' ||
      (sentence === lastAnnouncement.current.sentence && now - lastAnnouncement.current.time < 400)
    )
      return
    lastAnnouncement.current = { sentence, time: now }
    setAnnounced(({ count }) => ({ sentence, count: count + 1 }))
  }, [])
  useEffect(() => {
    if (announced.sentence === '') return
    const timer = setTimeout(() => setAnnounced(cleared), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [announced])
  useEffect(() => {
    if (Date.now() - lastAnnouncement.current.time > BEFORE_PAGE_CHANGE_MS) setAnnounced(cleared)
  }, [pathname])
  return (
    <AnnounceContext value={announce}>
      {children}
      <div
        role="status"
        aria-live="polite"
        aria-atomic="true"
        className="visually-hidden"
        data-announcer
      >
        {/* A new element, so that an equal text is announced again. */}
        <span key={announced.count}>{announced.sentence}</span>
      </div>
    </AnnounceContext>
  )
}

const cleared = ({ count }: { count: number }) => ({ sentence: '', count })

export const useAnnounce = () => use(AnnounceContext)
