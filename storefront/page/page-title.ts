import { useEffect } from 'react'

/** The window's title: what this page is, and whose shop. */
export function usePageTitle(title: string, shop = 'Giftpoint'): void {
  useEffect(() => {
    document.title = title === '' || title === shop ? shop : `${title} · ${shop}`
  }, [title, shop])
}
