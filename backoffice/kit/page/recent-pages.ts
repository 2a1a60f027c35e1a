export type RecentPage = { path: string; title: string }

const STORAGE_KEY = 'backoffice.recent'
const MAX_PAGES = 7

/** Pages that this tab showed, newest first. They contain names of people, so they are cleared at sign-out. */
let recent: RecentPage[] = readStored()

function readStored(): RecentPage[] {
  try {
    return JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '[]') as RecentPage[]
  } catch {
    return []
  }
}

function store(pages: RecentPage[]) {
  recent = pages
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(pages))
  } catch {
    // The list lasts as long as the page.
  }
}

export const recentPages = (): readonly RecentPage[] => recent

/** Called again when a loading page gets its own title, which replaces the general one. */
export function rememberPage(page: RecentPage) {
  store([page, ...recent.filter(({ path }) => path !== page.path)].slice(0, MAX_PAGES))
}

export const clearRecentPages = () => store([])
