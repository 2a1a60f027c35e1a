import { useEffect, useRef, useState } from 'react'

/**
 * Scrolls a row by one item at an interval, if it is wider than its box. Pauses during touch, hover or keyboard
 * focus, on request, and with reduced motion.
 */
export function useAutoplay(intervalMs: number) {
  const row = useRef<HTMLUListElement>(null)
  const [isScrollable, setIsScrollable] = useState(false)
  const [isPlaying, setIsPlaying] = useState(true)

  useEffect(() => {
    const rowElement = row.current
    if (!rowElement) return
    const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)')
    const updateScrollable = () =>
      setIsScrollable(!reducedMotion.matches && rowElement.scrollWidth > rowElement.clientWidth + 8)
    updateScrollable()
    const observer = new ResizeObserver(updateScrollable)
    observer.observe(rowElement)
    reducedMotion.addEventListener('change', updateScrollable)
    return () => {
      observer.disconnect()
      reducedMotion.removeEventListener('change', updateScrollable)
    }
  }, [])

  useEffect(() => {
    const rowElement = row.current
    if (!rowElement || !isScrollable || !isPlaying) return
    const timer = setInterval(() => {
      if (document.hidden || rowElement.matches(':hover, :focus-within')) return
      const step = rowElement.firstElementChild?.getBoundingClientRect().width ?? 0
      const atEnd = rowElement.scrollLeft + rowElement.clientWidth >= rowElement.scrollWidth - 8
      rowElement.scrollTo({ left: atEnd ? 0 : rowElement.scrollLeft + step, behavior: 'smooth' })
    }, intervalMs)
    return () => clearInterval(timer)
  }, [isScrollable, isPlaying, intervalMs])

  return { row, isScrollable, isPlaying, toggle: () => setIsPlaying((isPlaying) => !isPlaying) }
}
