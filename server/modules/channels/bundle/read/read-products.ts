import type { ChannelBundle, Entries } from '#server/modules/channels/bundle/channel-bundle.ts'
import { type Directory, inside, listDirectory, readText } from './bundle-files.ts'
import { type FolderProblem, type Placed, problemAt } from '#server/platform/parsing/file-errors.ts'
import {
  OtherTextsShape,
  ProductShape,
} from '#server/modules/channels/bundle/schemas/product-schema.ts'
import { Code } from '#server/platform/parsing/schema-fields.ts'
import { readYaml, validate } from '#server/platform/parsing/read-yaml.ts'

type Findings = { problems: FolderProblem[]; warnings: FolderProblem[]; broken: Set<string> }

/** products/{code}.yaml: a file with a brand defines an own product. A file with texts only has texts for another channel's. */
export async function readProducts(
  directory: Directory,
  findings: Findings,
): Promise<ChannelBundle['products']> {
  const { problems, warnings, broken } = findings
  const folder = inside(directory, 'products')
  const listed = await listDirectory(folder)
  if (!listed) return undefined
  const own: Entries<ProductShape> = new Map()
  const otherTexts: Entries<OtherTextsShape> = new Map()
  const mentioned = new Set<string>()
  for (const name of listed.files) {
    const file = inside(folder, name)
    const code = name.replace(/\.yaml$/, '')
    if (code === name) {
      warnings.push(
        problemAt({ file: file.below }, 'this file is not read: it does not end in .yaml'),
      )
      continue
    }
    mentioned.add(code)
    const problemsBefore = problems.length
    const parsedCode = Code.safeParse(code)
    if (!parsedCode.success)
      problems.push(
        problemAt({ file: file.below }, `'${code}' ${parsedCode.error.issues[0]?.message ?? ''}`),
      )
    const source = await readText(file, problems)
    const read = source === undefined ? undefined : readYaml(file.below, source)
    problems.push(...(read?.problems ?? []))
    const raw = read?.value
    const isOwn = !raw || !isOnlyTexts(raw.value)
    if (raw && problems.length === problemsBefore) {
      if (isOwn) addEntry(own, code, validate(raw, ProductShape), problems)
      else addEntry(otherTexts, code, validate(raw, OtherTextsShape), problems)
    }
    if (problems.length > problemsBefore && isOwn) {
      broken.add(`product:${code}`)
      for (const sku of skusIn(raw?.value, code)) broken.add(`sku:${sku}`)
    }
  }
  for (const name of listed.folders)
    warnings.push(problemAt({ file: inside(folder, name).below }, 'this folder is not read'))
  return { own, otherTexts, mentioned }
}

function addEntry<T>(
  entries: Entries<T>,
  code: string,
  read: { value?: Placed<T> | undefined; problems: FolderProblem[] },
  problems: FolderProblem[],
) {
  problems.push(...read.problems)
  if (read.value) entries.set(code, read.value)
}

function isOnlyTexts(raw: unknown) {
  return typeof raw === 'object' && raw !== null && Object.keys(raw).join() === 'texts'
}

/** The skus of an invalid file, as far as they can be read, so that they are not reported as unknown. */
function skusIn(raw: unknown, code: string): string[] {
  if (typeof raw !== 'object' || raw === null || !('articles' in raw)) return [code]
  const { articles } = raw
  if (!Array.isArray(articles)) return [code]
  return articles.flatMap((article: unknown) =>
    typeof article === 'object' && article !== null && 'sku' in article
      ? [String(article.sku)]
      : [],
  )
}
