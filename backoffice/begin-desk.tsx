import '#contract/no-made-code.ts'
import '#ui/base.css'
import '#backoffice/desk.css'

import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'

import { Desk } from '#backoffice/Desk.tsx'
import { AddressBar } from '#backoffice/desk-address.tsx'
import { followTouches } from '#backoffice/desk-client.ts'
import { makeDeskQueries, meQuery } from '#backoffice/desk-queries.ts'
import { applyTheme } from '#backoffice/desk-theme.ts'
import {
  firstLanguage,
  loadAllWords,
  loadWords,
  WordsProvider,
} from '#backoffice/words/desk-words.tsx'
import { Announcer } from '#ui/Announcer.tsx'

/** The desk in the browser. */
async function begin(place: HTMLElement) {
  applyTheme()
  followTouches()
  const queries = makeDeskQueries()
  // A desk that cannot be reached says so itself.
  const [first, me] = await Promise.all([
    loadWords(firstLanguage()),
    queries.fetchQuery(meQuery).catch(() => null),
  ])
  const words = me && me.language !== first.language ? await loadWords(me.language) : first
  // Whoever is in already wants all of them: they come beside the frame.
  if (me) void loadAllWords(words.language).catch(() => null)
  createRoot(place).render(
    <QueryClientProvider client={queries}>
      <WordsProvider first={words}>
        <AddressBar>
          <Announcer>
            <Desk />
          </Announcer>
        </AddressBar>
      </WordsProvider>
    </QueryClientProvider>,
  )
}

const place = document.getElementById('root')
if (!place) throw new Error('the page has no place for the desk')
void begin(place)
