import { useEffect, useState } from 'react'

/** The value after it has not changed for a while. */
export function useDebounced(value: string, ms: number): string {
  const [later, setLater] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setLater(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return later
}
