# Made by scripts/generate-clients.ts from the API's document; change that instead.
"""The Dropline API. Retries never create a second order: orders are known by your own identifier."""
import json
import time
import urllib.error
import urllib.parse
import urllib.request


class DroplineError(Exception):
    """A refusal of the API."""

    def __init__(self, status, error, request_id):
        super().__init__(error["message"])
        self.status = status
        self.id = error["id"]
        self.issues = json.loads(error["details"])
        self.request_id = request_id


class Dropline:
    def __init__(self, key, base_url, retries=2, timeout=10):
        self.key, self.base_url, self.retries, self.timeout = key, base_url, retries, timeout

    def create_order(self, body, *, sandbox_scenario=None, sandbox_speed=None):
        """Create a delivery."""
        return self._call("POST", "/v1/partner/orders", headers={"X-Sandbox-Scenario": sandbox_scenario, "X-Sandbox-Speed": sandbox_speed}, body=body)

    def list_orders(self, *, limit=None, offset=None):
        """List deliveries."""
        return self._call("GET", "/v1/partner/orders", query={"limit": limit, "offset": offset})

    def get_order(self, external_order_id):
        """Read a delivery."""
        return self._call("GET", f"/v1/partner/orders/{_segment(external_order_id)}")

    def replace_order(self, external_order_id, body):
        """Update a delivery."""
        return self._call("PUT", f"/v1/partner/orders/{_segment(external_order_id)}", body=body)

    def patch_order(self, external_order_id, body):
        """Partially update a delivery."""
        return self._call("PATCH", f"/v1/partner/orders/{_segment(external_order_id)}", body=body)

    def get_cancellation(self, external_order_id):
        """Get the cost of a cancellation."""
        return self._call("GET", f"/v1/partner/orders/{_segment(external_order_id)}/cancellation")

    def cancel_order(self, external_order_id, body=None):
        """Cancel a delivery."""
        return self._call("POST", f"/v1/partner/orders/{_segment(external_order_id)}/cancel", body=body or {})

    def answer_undeliverable(self, external_order_id, body):
        """Decide about an undeliverable dropoff."""
        return self._call("POST", f"/v1/partner/orders/{_segment(external_order_id)}/undeliverable", body=body)

    def issue_tracking_link(self, external_order_id):
        """Issue a tracking link."""
        return self._call("POST", f"/v1/partner/orders/{_segment(external_order_id)}/tracking_link")

    def create_quote(self, body):
        """Price a delivery."""
        return self._call("POST", "/v1/partner/quotes", body=body)

    def get_pricing(self):
        """Read the tariff table."""
        return self._call("GET", "/v1/delivery/pricing")

    def search_addresses(self, query, *, limit=None, near=None):
        """Find an address."""
        return self._call("GET", "/v1/partner/addresses", query={"query": query, "limit": limit, "near": near})

    def find_nearest_address(self, latitude, longitude):
        """Find the address of a point."""
        return self._call("GET", "/v1/partner/addresses/reverse", query={"latitude": latitude, "longitude": longitude})

    def ping(self):
        """Verify a key."""
        return self._call("GET", "/v1/partner/ping")

    def list_events(self, *, after=None, limit=None):
        """Read the event journal."""
        return self._call("GET", "/v1/partner/events", query={"after": after, "limit": limit})

    def step_order(self, external_order_id, body=None):
        """Move a test order by hand."""
        return self._call("POST", f"/v1/partner/sandbox/orders/{_segment(external_order_id)}/step", body=body or {}, is_repeatable=False)

    def _call(self, method, path, query=None, headers=None, body=None, is_repeatable=True):
        given = {name: value for name, value in (query or {}).items() if value is not None}
        address = self.base_url + path + ("?" + urllib.parse.urlencode(given) if given else "")
        sent = {name: str(value) for name, value in (headers or {}).items() if value is not None}
        sent["Authorization"] = f"Bearer {self.key}"
        data = None
        if body is not None:
            sent["Content-Type"], data = "application/json", json.dumps(body).encode()
        for tries in range(self.retries + 1):
            may_retry = is_repeatable and tries < self.retries
            wait = 0.5 * 2**tries
            try:
                request = urllib.request.Request(address, data=data, headers=sent, method=method)
                with urllib.request.urlopen(request, timeout=self.timeout) as response:
                    return json.load(response)["data"]
            except urllib.error.HTTPError as refusal:
                if not (may_retry and refusal.code in (429, 503)):
                    error = json.load(refusal)["error"]
                    raise DroplineError(refusal.code, error, refusal.headers.get("X-Request-Id")) from None
                wait = max(wait, float(refusal.headers.get("Retry-After") or 0))
            except OSError:
                if not may_retry:
                    raise
            time.sleep(wait)


def _segment(text):
    return urllib.parse.quote(text, safe="")
