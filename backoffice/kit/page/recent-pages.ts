export type RecentPage = { path: string; title: string }

const STORED_AS = 'backoffice.recent'
const MAX_PAGES = 7

/** Pages that this tab showed, newest first. They hold names of people, and end with the tab or the sign-out. */
let recent: RecentPage[] = stored()

function stored(): RecentPage[] {
  try {
    return JSON.parse(sessionStorage.getItem(STORED_AS) ?? '[]') as RecentPage[]
  } catch {
    return []
  }
}

function store(pages: RecentPage[]) {
  recent = pages
  try {
    sessionStorage.setItem(STORED_AS, JSON.stringify(pages))
  } catch {
    // The list lasts as long as the page.
  }
}

export const recentPages = (): readonly RecentPage[] => recent

/** A page that still loads has a general title. The later one replaces it. */
export function rememberPage(page: RecentPage) {
  store([page, ...recent.filter(({ path }) => path !== page.path)].slice(0, MAX_PAGES))
}

export const clearRecentPages = () => store([])
