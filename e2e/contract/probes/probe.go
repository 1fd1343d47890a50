// Runs the library as testing/client-probe.ts says, and prints the results as JSON.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"log"
	"net/http"
	"os"
	"reflect"
	"sort"
	"strconv"
	"strings"
	"sync"
	"time"

	dropline "github.com/dropline/dropline/clients/go"
)

type answer struct {
	Call                  string
	TimeoutMs, DeadlineMs int
}

var input struct {
	Key, URL, BadURL string
	Order            dropline.OrderRequest
	Answers          []answer
	Webhooks         []struct {
		Headers      map[string]string
		Body, Secret string
	}
	Events []struct {
		Event dropline.Event
		Last  int
	}
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func must[Value any](value Value, err error) Value {
	check(err)
	return value
}

func live(ctx context.Context) []any {
	client := dropline.New(input.Key, input.URL)
	// A busy machine may need longer than the defaults.
	client.Timeout, client.Deadline = 2*time.Minute, 2*time.Minute
	options := dropline.CreateOrderOptions{SandboxScenario: "no_courier", SandboxSpeed: 60}
	order := must(client.CreateOrder(ctx, input.Order, options))
	second := input.Order
	second.ExternalOrderID = "second"
	must(client.CreateOrder(ctx, second, dropline.CreateOrderOptions{SandboxScenario: "no_courier"}))
	patch := dropline.OrderPatch{Comment: dropline.Null[string](), CargoSize: dropline.CargoSizeS}
	patched := must(client.PatchOrder(ctx, "second", patch))
	delivered := must(client.StepOrder(ctx, "second", dropline.SandboxStep{Until: dropline.SandboxGoalDelivered}))
	statuses := []dropline.OrderStatus{}
	for _, change := range must(client.GetOrder(ctx, "second")).StatusChanges {
		statuses = append(statuses, change.Status)
	}
	cancelled := must(client.CancelOrder(ctx, order.ExternalOrderID, dropline.CancelRequest{Reason: "other"}))
	listed := []string{}
	ended := []dropline.OrderStatus{dropline.OrderStatusDelivered, dropline.OrderStatusCancelled}
	check(client.IterateOrders(ctx, dropline.ListOrdersOptions{Limit: 1, Status: ended}, func(one dropline.Order) error {
		listed = append(listed, one.ExternalOrderID)
		return nil
	}))
	events := []dropline.EventType{}
	check(client.IterateEventPages(ctx, dropline.ListEventsOptions{Limit: 2}, func(page dropline.EventPage) error {
		for _, event := range page.Events {
			if event.ExternalOrderID == "second" {
				events = append(events, event.Event)
			}
		}
		return nil
	}))
	var missing, invalid *dropline.Error
	if _, err := client.GetOrder(ctx, "there / is none"); !errors.As(err, &missing) {
		log.Fatal(err)
	}
	north := dropline.QuoteRequest{Pickup: dropline.Point{Latitude: 91}, Dropoffs: []dropline.QuoteRequestDropoff{}}
	if _, err := client.CreateQuote(ctx, north); !errors.As(err, &invalid) {
		log.Fatal(err)
	}
	fields := []string{}
	for _, issue := range invalid.Issues {
		fields = append(fields, issue.Field)
	}
	return []any{
		order.Status, *patched.Price == *order.Price, delivered.Status, statuses, cancelled.Status, listed, events,
		[]any{missing.ID, missing.Status, missing.RequestID != ""}, fields,
	}
}

func outcome(ctx context.Context, place int) map[string]any {
	one := input.Answers[place]
	client := dropline.New("dl_test_1", input.BadURL+"/"+strconv.Itoa(place))
	client.RetryDelay = 10 * time.Millisecond
	if one.TimeoutMs > 0 {
		client.Timeout = time.Duration(one.TimeoutMs) * time.Millisecond
	}
	if one.DeadlineMs > 0 {
		client.Deadline = time.Duration(one.DeadlineMs) * time.Millisecond
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	if one.Call == "cancelled" {
		time.AfterFunc(time.Second, cancel)
	}
	startedAt := time.Now()
	var err error
	if one.Call == "stepOrder" {
		_, err = client.StepOrder(ctx, "one", dropline.SandboxStep{})
	} else {
		_, err = client.Ping(ctx)
	}
	result := map[string]any{"status": 200, "id": nil, "excerpt": "", "ms": time.Since(startedAt).Milliseconds()}
	var failure *dropline.Error
	if errors.As(err, &failure) {
		result["status"], result["id"], result["excerpt"] = failure.Status, failure.ID, failure.Excerpt
	} else if errors.Is(err, context.Canceled) {
		result["status"], result["id"] = 0, "cancelled"
	} else {
		check(err)
	}
	return result
}

func callAll(ctx context.Context) {
	client := dropline.New("dl_test_1", input.BadURL+"/calls")
	client.RetryDelay = time.Millisecond
	id := "a/b ?#é"
	point := dropline.Point{Latitude: 1, Longitude: 2}
	quote := dropline.QuoteRequest{Pickup: point, Dropoffs: []dropline.QuoteRequestDropoff{{Latitude: 1, Longitude: 2}}}
	must(client.CreateOrder(ctx, input.Order, dropline.CreateOrderOptions{SandboxScenario: "happy", SandboxSpeed: 2}))
	at := time.Unix(1, 0)
	must(client.ListOrders(ctx, dropline.ListOrdersOptions{
		Limit: 1, Offset: 2, Cursor: "x", CreatedFrom: at, CreatedTo: at, UpdatedSince: at,
		Status:                []dropline.OrderStatus{dropline.OrderStatusNew, dropline.OrderStatusAssigned},
		ExternalOrderIDPrefix: "x", Phone: "12345", Metadata: map[string]string{"key": "x"},
	}))
	must(client.GetOrder(ctx, id))
	must(client.ReplaceOrder(ctx, id, input.Order))
	must(client.PatchOrder(ctx, id, dropline.OrderPatch{}))
	must(client.GetCancellation(ctx, id))
	must(client.CancelOrder(ctx, id, dropline.CancelRequest{}))
	must(client.AnswerUndeliverable(ctx, id, dropline.UndeliverableRequest{Action: dropline.UndeliverableActionLeave}))
	must(client.IssueTrackingLink(ctx, id))
	must(client.CreateBatch(ctx, dropline.BatchRequest{Orders: []dropline.OrderRequest{input.Order}}))
	must(client.GetBatch(ctx, id, dropline.GetBatchOptions{Limit: 1, Offset: 2}))
	must(client.StopBatch(ctx, id))
	must(client.CreateQuote(ctx, quote))
	must(client.GetPricing(ctx))
	must(client.SearchAddresses(ctx, "x", dropline.SearchAddressesOptions{Limit: 1, Near: "1,2"}))
	must(client.FindNearestAddress(ctx, 1, 2))
	must(client.ListStatements(ctx))
	must(client.GetStatement(ctx, id, dropline.GetStatementOptions{Limit: 1, Offset: 2}))
	must(client.Ping(ctx))
	must(client.ListEvents(ctx, dropline.ListEventsOptions{After: "x", Limit: 1}))
	must(client.CreateWebhookEndpoint(ctx, dropline.WebhookEndpointBody{URL: "x"}))
	must(client.ListWebhookEndpoints(ctx))
	must(client.GetWebhookEndpoint(ctx, id))
	must(client.PatchWebhookEndpoint(ctx, id, dropline.WebhookEndpointPatch{}))
	must(client.DeleteWebhookEndpoint(ctx, id))
	must(client.ListWebhookDeliveries(ctx, id, dropline.ListWebhookDeliveriesOptions{Limit: 1, Cursor: "x"}))
	_, rotation := client.RotateWebhookSecret(ctx, id)
	_, test := client.TestWebhookEndpoint(ctx, id)
	_, resend := client.ResendWebhookDelivery(ctx, id, id)
	_, step := client.StepOrder(ctx, id, dropline.SandboxStep{})
	for _, err := range []error{rotation, test, resend, step} {
		if err == nil {
			log.Fatal("A call was retried")
		}
	}
}

func verify() (results []string) {
	for _, one := range input.Webhooks {
		header := http.Header{}
		for name, value := range one.Headers {
			header.Set(name, value)
		}
		event, err := dropline.VerifyWebhook(header, []byte(one.Body), one.Secret)
		if errors.Is(err, dropline.ErrWebhookVerification) {
			results = append(results, "refused")
			continue
		}
		check(err)
		results = append(results, event.ID)
	}
	return results
}

type shape map[string]any

var plain = map[string]string{"string": "string", "float64": "number", "int": "integer", "bool": "boolean"}

// readModels reads the structure of each type from the source, as testing/client-models.ts has it.
func readModels(path string) map[string]shape {
	file := must(parser.ParseFile(token.NewFileSet(), path, nil, 0))
	types := map[string]ast.Expr{}
	values := map[string][]string{}
	ast.Inspect(file, func(node ast.Node) bool {
		switch spec := node.(type) {
		case *ast.TypeSpec:
			types[spec.Name.Name] = spec.Type
		case *ast.ValueSpec:
			name := spec.Type.(*ast.Ident).Name
			values[name] = append(values[name], must(strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)))
		}
		return true
	})
	var read func(expression ast.Expr) shape
	read = func(expression ast.Expr) shape {
		switch one := expression.(type) {
		case *ast.StarExpr:
			inner := read(one.X)
			inner["nullable"] = true
			return inner
		case *ast.IndexExpr: // Nullable[…]
			inner := read(one.Index)
			inner["nullable"] = true
			return inner
		case *ast.ArrayType:
			return shape{"type": "list", "nullable": false, "items": read(one.Elt)}
		case *ast.MapType:
			return shape{"type": "map", "nullable": false, "items": read(one.Value)}
		case *ast.SelectorExpr: // time.Time
			return shape{"type": "string", "nullable": false}
		case *ast.StructType:
			fields := shape{}
			for _, field := range one.Fields.List {
				if len(field.Names) == 0 {
					for name, inner := range read(field.Type)["fields"].(shape) {
						fields[name] = inner
					}
					continue
				}
				tag := reflect.StructTag(strings.Trim(field.Tag.Value, "`")).Get("json")
				name, options, _ := strings.Cut(tag, ",")
				inner := read(field.Type)
				if _, isPointer := field.Type.(*ast.StarExpr); isPointer && options == "omitempty" {
					inner["nullable"] = false
				}
				fields[name] = shape{"required": options != "omitempty", "shape": inner}
			}
			return shape{"type": "object", "nullable": false, "fields": fields}
		case *ast.Ident:
			if values, isEnum := values[one.Name]; isEnum {
				sort.Strings(values)
				return shape{"type": "string", "nullable": false, "values": values}
			}
			if name, isPlain := plain[one.Name]; isPlain {
				return shape{"type": name, "nullable": false}
			}
			return read(types[one.Name])
		}
		log.Fatalf("%T", expression)
		return nil
	}
	models := map[string]shape{}
	for name, expression := range types {
		if _, isStruct := expression.(*ast.StructType); isStruct {
			models[name] = read(expression)
		}
	}
	return models
}

func main() {
	check(json.Unmarshal([]byte(os.Getenv("PROBE")), &input))
	ctx := context.Background()
	var group sync.WaitGroup
	start := func(work func()) {
		group.Add(1)
		go func() {
			defer group.Done()
			work()
		}()
	}
	var life []any
	outcomes := make([]map[string]any, len(input.Answers))
	for place := range input.Answers {
		place := place
		start(func() { outcomes[place] = outcome(ctx, place) })
	}
	start(func() { life = live(ctx) })
	start(func() { callAll(ctx) })
	group.Wait()
	newer := []bool{}
	for _, one := range input.Events {
		newer = append(newer, dropline.IsNewer(one.Event, one.Last))
	}
	check(json.NewEncoder(os.Stdout).Encode(map[string]any{
		"life": life, "outcomes": outcomes, "webhooks": verify(), "newer": newer,
		"models": readModels("../library/models.go"),
	}))
}
