import { useEffect } from 'react'

/** The window's title: the page and the shop. */
export function usePageTitle(title: string, shop = 'Giftpoint'): void {
  useEffect(() => {
    document.title = title === '' || title === shop ? shop : `${title} · ${shop}`
  }, [title, shop])
}
