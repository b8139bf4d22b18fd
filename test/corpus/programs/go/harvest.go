// Go's types: strings, slices, maps, channels, interfaces, closures, methods, results with names.
package main

type kind uint8

const (
	tree kind = iota
	bush
)

type place struct {
	x, y  int
	name  string
	tags  []string
	next  *place
	inner struct{ low, high int8 }
}

type shape interface {
	area(scale float64) float64
}

type square struct {
	place
	side float64
}

var visits = 7
var motto = "grün"

func mark(value int) int {
	visits += value
	return value
}

func (s *square) area(scale float64) float64 {
	mark(s.x)
	return s.side * s.side * scale
}

func slices(numbers []int, word string, rest ...string) (total int, err error) {
	fixed := [3]int{10, 20, 30}
	grid := [2][2]int16{{1, 2}, {3, 4}}
	var none []byte
	part := numbers[1:3]
	letter := 'ß'
	raw := []byte(word)
	ages := map[string]int{"ada": 36}
	halves := []float64{0.5, -1.5}
	words := append(rest, "last")
	z := complex(1.5, -2.5)
	var small int8 = -5
	var big uint64 = 1<<64 - 1
	yes := true
	for i, n := range part {
		total += n + i
	}
	total += mark(fixed[1] + len(raw) + len(ages) + len(words) + int(grid[1][0]))
	_, _, _, _, _, _, _ = none, letter, halves, z, small, big, yes
	return
}

func objects(here place, there *place, what interface{}) float64 {
	var held shape = &square{place: here, side: 1.5}
	var nothing shape
	var failed error
	var of kind = bush
	there.next = &place{x: 5, name: "next", tags: []string{"a", "b"}}
	done := make(chan int, 2)
	count := 3
	grow := func(by int) int {
		count += by
		return mark(count)
	}
	points := []place{here, *there}
	function := mark
	done <- grow(4)
	_, _, _, _, _ = nothing, failed, of, points, function
	defer mark(1)
	return held.area(2) + float64(<-done)
}

func main() {
	home := place{x: 1, y: 2, name: "home"}
	away := &place{x: 3, name: "away", tags: []string{"far"}}
	home.inner.low = -4
	total, err := slices([]int{3, 1, 4, 1}, "leaf", "one", "two")
	if err == nil {
		mark(total)
	}
	mark(int(objects(home, away, 42)))
}
