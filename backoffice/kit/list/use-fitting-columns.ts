import { useEffect, useLayoutEffect, useRef, useState } from 'react'

type FittingColumn = { key: string; sortKey?: string; phonePosition?: string }

/**
 * Hides columns until the others fit the window: first those that a phone hides too, starting at the end, then those
 * that a phone shows last. The first column and the sorted column stay.
 */
export function useFittingColumns<Item extends FittingColumn>(
  columns: readonly Item[],
  { sort, fixed, data }: { sort: string; fixed: boolean; data: object },
) {
  const box = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  const [fit, setFit] = useState({ data, width, columns: '', hiddenCount: 0 })
  const keys = columns.map(({ key }) => key).join()
  const isMeasured = fit.data === data && fit.width === width && fit.columns === keys
  const order = fixed ? [] : hidingOrder(columns, sort)
  const hiddenCount = isMeasured ? Math.min(fit.hiddenCount, order.length) : 0
  const hidden = new Set(order.slice(0, hiddenCount))
  useLayoutEffect(() => {
    const element = box.current
    if (element && element.scrollWidth > element.clientWidth && hiddenCount < order.length)
      setFit({ data, width, columns: keys, hiddenCount: hiddenCount + 1 })
  }, [data, width, keys, hiddenCount, order.length])
  useLayoutEffect(() => {
    markOverflow(box.current)
  })
  useEffect(() => {
    const element = box.current
    if (!element) return
    const watch = new ResizeObserver(() => setWidth(element.clientWidth))
    watch.observe(element)
    return () => watch.disconnect()
  }, [])
  return { box, fitting: columns.filter(({ key }) => !hidden.has(key)), onScroll: markOverflow }
}

function hidingOrder(columns: readonly FittingColumn[], sort: string): string[] {
  const removable = columns.slice(1).filter(({ sortKey }) => sortKey !== sort.replace(/^-/, ''))
  return removable
    .toReversed()
    .toSorted((a, b) => (b.phonePosition ?? 'z').localeCompare(a.phonePosition ?? 'z'))
    .map(({ key }) => key)
}

/** Marks a table that has more content to the right. */
function markOverflow(box: Element | null) {
  box?.toggleAttribute('data-more', box.scrollLeft + box.clientWidth < box.scrollWidth - 1)
}
