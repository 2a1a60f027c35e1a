export function median(values: number[]) {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

/** Prints a Markdown table. The first line holds the names of the columns. */
export function printTable(table: string[][]) {
  const widths = (table[0] ?? []).map((_, column) =>
    Math.max(...table.map((line) => (line[column] ?? '').length)),
  )
  const rule = widths.map((width) => '-'.repeat(Math.max(width, 3)))
  for (const line of [...table.slice(0, 1), rule, ...table.slice(1)]) {
    const cells = line.map((cell, column) => cell.padEnd(widths[column] ?? 0))
    process.stdout.write(`| ${cells.join(' | ')} |\n`)
  }
}
