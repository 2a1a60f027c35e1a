import { useEffect, useRef, useState } from 'react'

/**
 * Scrolls a row by one item at an interval, if it is wider than its box. Pauses during touch, hover or keyboard
 * focus, on request, and with reduced motion.
 */
export function useAutoplay(everyMs: number) {
  const row = useRef<HTMLUListElement>(null)
  const [moving, setMoving] = useState(false)
  const [playing, setPlaying] = useState(true)

  useEffect(() => {
    const list = row.current
    if (!list) return
    const still = matchMedia('(prefers-reduced-motion: reduce)')
    const look = () => setMoving(!still.matches && list.scrollWidth > list.clientWidth + 8)
    look()
    const watch = new ResizeObserver(look)
    watch.observe(list)
    still.addEventListener('change', look)
    return () => {
      watch.disconnect()
      still.removeEventListener('change', look)
    }
  }, [])

  useEffect(() => {
    const list = row.current
    if (!list || !moving || !playing) return
    const timer = setInterval(() => {
      if (document.hidden || list.matches(':hover, :focus-within')) return
      const step = list.firstElementChild?.getBoundingClientRect().width ?? 0
      const atEnd = list.scrollLeft + list.clientWidth >= list.scrollWidth - 8
      list.scrollTo({ left: atEnd ? 0 : list.scrollLeft + step, behavior: 'smooth' })
    }, everyMs)
    return () => clearInterval(timer)
  }, [moving, playing, everyMs])

  return { row, moving, playing, toggle: () => setPlaying((playing) => !playing) }
}
