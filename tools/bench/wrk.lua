-- Script of wrk (tools/bench/wrk.server.ts). Sends the whole requests of a file in turn and prints one line of JSON.
-- Arguments: the file, its requests separated by "\1"; "statuses" to count the answers by status and to write where each
-- redirect leads to the second file, which costs the generator time for every answer, so only where it is asked for.
local turn, requests = 0, {}
local main

function setup(thread)
  main = thread
end

function init(arguments)
  local file = assert(io.open(arguments[1], "rb"))
  for one in file:read("*a"):gmatch("[^\1]+") do
    requests[#requests + 1] = one
  end
  file:close()
  sent, statuses = 0, ""
  if arguments[2] ~= "statuses" then
    return
  end
  local redirects = assert(io.open(arguments[3], "wb"))
  redirects:setvbuf("line")
  local counts = {}
  function response(status, headers)
    counts[status] = (counts[status] or 0) + 1
    local to = headers["Location"] or headers["location"]
    if to then
      redirects:write(to, "\n")
    end
    local all = {}
    for code, count in pairs(counts) do
      all[#all + 1] = string.format('"%d":%d', code, count)
    end
    statuses = table.concat(all, ",")
  end
end

function request()
  turn = turn % #requests + 1
  sent = sent + 1
  return requests[turn]
end

function done(summary, latency)
  local errors = summary.errors
  print(
    string.format(
      '{"requests":%d,"sent":%d,"seconds":%.6f,"bytes":%d,"broken":%d,"refused":%d,"p50":%.3f,"p99":%.3f,"generator":%.4f,"statuses":{%s}}',
      summary.requests,
      main:get("sent"),
      summary.duration / 1e6,
      summary.bytes,
      errors.connect + errors.read + errors.write + errors.timeout,
      errors.status,
      latency:percentile(50) / 1e3,
      latency:percentile(99) / 1e3,
      os.clock() / (summary.duration / 1e6),
      main:get("statuses")
    )
  )
end
