import '#contract/no-made-code.ts'
import '#ui/base.css'
import '#backoffice/desk.css'

import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'

import { AddressBar } from '#backoffice/desk-address.tsx'
import { makeDeskQueries } from '#backoffice/desk-queries.ts'
import { applyTheme } from '#backoffice/desk-theme.ts'
import { whoQuery } from '#backoffice/employer-door/employer-client.ts'
import { EmployerDoor } from '#backoffice/employer-door/EmployerDoor.tsx'
import { firstLanguage, loadWords, WordsProvider } from '#backoffice/words/desk-words.tsx'
import { Announcer } from '#ui/Announcer.tsx'

/** The employer's own page in the browser. */
async function begin(place: HTMLElement) {
  applyTheme()
  const queries = makeDeskQueries()
  // A shop that cannot be reached is told by the page itself.
  const [first, who] = await Promise.all([
    loadWords(firstLanguage()),
    queries.fetchQuery(whoQuery).catch(() => null),
  ])
  const words = who && who.language !== first.language ? await loadWords(who.language) : first
  createRoot(place).render(
    <QueryClientProvider client={queries}>
      <WordsProvider first={words}>
        <AddressBar>
          <Announcer>
            <EmployerDoor />
          </Announcer>
        </AddressBar>
      </WordsProvider>
    </QueryClientProvider>,
  )
}

const place = document.getElementById('root')
if (!place) throw new Error('the page has no place for what stands on it')
void begin(place)
