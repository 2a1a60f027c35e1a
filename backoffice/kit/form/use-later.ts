import { useEffect, useState } from 'react'

/** What it was until nothing changed for a while. */
export function useDebounced(value: string, ms: number): string {
  const [later, setLater] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setLater(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return later
}
