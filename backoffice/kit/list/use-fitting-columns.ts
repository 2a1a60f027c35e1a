import { useEffect, useLayoutEffect, useRef, useState } from 'react'

type Weighed = { key: string; sortKey?: string; phonePosition?: string }

/**
 * Leaves out columns until the others fit the window: first what a phone leaves out too, from the end, then what it
 * shows last. The name and the column of the order stay.
 */
export function useFittingColumns<One extends Weighed>(
  columns: readonly One[],
  { sort, fixed, data }: { sort: string; fixed: boolean; data: object },
) {
  const box = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  const [fit, setFit] = useState({ data, width, columns: '', out: 0 })
  const keys = columns.map(({ key }) => key).join()
  const isMeasured = fit.data === data && fit.width === width && fit.columns === keys
  const order = fixed ? [] : leavingOrder(columns, sort)
  const out = isMeasured ? Math.min(fit.out, order.length) : 0
  const gone = new Set(order.slice(0, out))
  useLayoutEffect(() => {
    const element = box.current
    if (element && element.scrollWidth > element.clientWidth && out < order.length)
      setFit({ data, width, columns: keys, out: out + 1 })
  }, [data, width, keys, out, order.length])
  useLayoutEffect(() => {
    markHidden(box.current)
  })
  useEffect(() => {
    const element = box.current
    if (!element) return
    const watch = new ResizeObserver(() => setWidth(element.clientWidth))
    watch.observe(element)
    return () => watch.disconnect()
  }, [])
  return { box, fitting: columns.filter(({ key }) => !gone.has(key)), onScroll: markHidden }
}

function leavingOrder(columns: readonly Weighed[], sort: string): string[] {
  const free = columns.slice(1).filter(({ sortKey }) => sortKey !== sort.replace(/^-/, ''))
  return free
    .toReversed()
    .toSorted((a, b) => (b.phonePosition ?? 'z').localeCompare(a.phonePosition ?? 'z'))
    .map(({ key }) => key)
}

/** Marks a table of which more is to the right. */
function markHidden(box: Element | null) {
  box?.toggleAttribute('data-more', box.scrollLeft + box.clientWidth < box.scrollWidth - 1)
}
